#include "CLibAVShim.h"

#include <libavfilter/version.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#define VT_LAVU_AT_LEAST(major, minor) (LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(major, minor, 0))
#define VT_LAVC_AT_LEAST(major, minor) (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(major, minor, 0))
#define VT_LAVFI_AT_LEAST(major, minor) (LIBAVFILTER_VERSION_INT >= AV_VERSION_INT(major, minor, 0))

// FFmpeg 6.1: AV_FRAME_FLAG_INTERLACED (libavutil 58.7).
#define VT_FRAME_FLAGS VT_LAVU_AT_LEAST(58, 7)
// FFmpeg 6.1: AVCodecParameters.coded_side_data (libavcodec 60.29).
#define VT_CODED_SIDE_DATA VT_LAVC_AT_LEAST(60, 29)

int64_t vt_frame_duration(const AVFrame *frame) {
#if VT_LAVU_AT_LEAST(57, 30)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

int32_t vt_frame_is_interlaced(const AVFrame *frame) {
#if VT_FRAME_FLAGS
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame != 0;
#endif
}

void vt_frame_set_interlaced(AVFrame *frame, int32_t interlaced, int32_t top_field_first) {
#if VT_FRAME_FLAGS
    frame->flags &= ~(AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST);
    frame->flags |= interlaced ? AV_FRAME_FLAG_INTERLACED : 0;
    frame->flags |= top_field_first ? AV_FRAME_FLAG_TOP_FIELD_FIRST : 0;
#else
    frame->interlaced_frame = interlaced != 0;
    frame->top_field_first = top_field_first != 0;
#endif
}

void vt_filter_input_set_colors(AVBufferSrcParameters *parameters, const AVFrame *frame) {
#if VT_LAVFI_AT_LEAST(10, 0)
    parameters->color_space = frame->colorspace;
    parameters->color_range = frame->color_range;
#else
    (void)parameters, (void)frame;
#endif
}

static const uint8_t *stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size
) {
#if VT_CODED_SIDE_DATA
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
    *size = data ? data->size : 0;
    return data ? data->data : NULL;
#else
    return av_stream_get_side_data(stream, type, size);
#endif
}

const int32_t *vt_stream_display_matrix(const AVStream *stream) {
    size_t size = 0;
    const uint8_t *data = stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
}

int32_t vt_image_size(const AVFrame *frame) {
    return av_image_get_buffer_size(frame->format, frame->width, frame->height, 1);
}

int32_t vt_image_copy_out(const AVFrame *frame, uint8_t *bytes, int32_t size) {
    return av_image_copy_to_buffer(
        bytes, size, (const uint8_t *const *)frame->data, frame->linesize, frame->format,
        frame->width, frame->height, 1);
}

int32_t vt_image_copy_in(AVFrame *frame, const uint8_t *bytes, int32_t size) {
    uint8_t *data[4];
    int lines[4];
    int needed = av_image_fill_arrays(
        data, lines, bytes, frame->format, frame->width, frame->height, 1);
    if (needed < 0) return needed;
    if (needed > size) return AVERROR(EINVAL);
    av_image_copy(
        frame->data, frame->linesize, (const uint8_t **)data, lines, frame->format, frame->width,
        frame->height);
    return 0;
}

int32_t vt_luma_copy_rows(
    const AVFrame *frame, int32_t first, int32_t step, int32_t count, uint8_t *bytes) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    const uint64_t without = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
        | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER;
    if (!format || format->flags & without) return AVERROR(ENOSYS);
    const AVComponentDescriptor luma = format->comp[format->flags & AV_PIX_FMT_FLAG_RGB ? 1 : 0];
    if (luma.depth < 8 || luma.depth > 16 || !frame->data[luma.plane]) return AVERROR(ENOSYS);
    if (first < 0 || step < 1 || count < 1
        || (int64_t)first + (int64_t)step * (count - 1) >= frame->height)
        return AVERROR(EINVAL);
    // A sample of up to 8 bits is one byte; a deeper one is two, in the format's byte order.
    const int isWide = luma.depth + luma.shift > 8;
    const int shift = luma.shift + luma.depth - 8;
    const int isBigEndian = !!(format->flags & AV_PIX_FMT_FLAG_BE);
    for (int32_t row = 0; row < count; row++) {
        const uint8_t *from = frame->data[luma.plane]
            + (ptrdiff_t)(first + step * row) * frame->linesize[luma.plane] + luma.offset;
        uint8_t *to = bytes + (size_t)row * frame->width;
        if (!isWide && luma.step == 1) {
            memcpy(to, from, frame->width);
            continue;
        }
        for (int x = 0; x < frame->width; x++, from += luma.step) {
            const int sample = !isWide ? from[0]
                : isBigEndian ? from[0] << 8 | from[1] : from[0] | from[1] << 8;
            to[x] = sample >> shift;
        }
    }
    return 0;
}

int32_t vt_stream_set_display_matrix(AVStream *stream, const int32_t *matrix) {
    const size_t size = 9 * sizeof(int32_t);
#if VT_CODED_SIDE_DATA
    AVPacketSideData *data = av_packet_side_data_new(
        &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data,
        AV_PKT_DATA_DISPLAYMATRIX, size, 0);
    uint8_t *bytes = data ? data->data : NULL;
#else
    uint8_t *bytes = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size);
#endif
    if (!bytes) return AVERROR(ENOMEM);
    memcpy(bytes, matrix, size);
    return 0;
}

int32_t vt_stream_is_dolby_vision_only(const AVStream *stream) {
    size_t size = 0;
    const uint8_t *data = stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size);
    if (size < sizeof(AVDOVIDecoderConfigurationRecord)) return 0;
    return ((const AVDOVIDecoderConfigurationRecord *)data)->dv_bl_signal_compatibility_id == 0;
}

int32_t vt_packet_is_encrypted(const AVPacket *packet) {
    size_t size = 0;
    return av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, &size) != NULL;
}

AVIOContext *vt_io_alloc_reader(
    void *opaque, int32_t buffer_size,
    int (*read)(void *opaque, uint8_t *buffer, int size),
    int64_t (*seek)(void *opaque, int64_t offset, int whence)
) {
    unsigned char *buffer = av_malloc(buffer_size);
    if (!buffer) return NULL;
    AVIOContext *io = avio_alloc_context(buffer, buffer_size, 0, opaque, read, NULL, seek);
    if (!io) av_free(buffer);
    return io;
}

void vt_io_free(AVIOContext *io) {
    if (!io) return;
    av_freep(&io->buffer);
    avio_context_free(&io);
}

static int refuse_other_file(
    AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options
) {
    av_log(context, AV_LOG_ERROR, "the upload refers to another file, which is never opened\n");
    return AVERROR(EPERM);
}

void vt_refuse_other_files(AVFormatContext *context) { context->io_open = refuse_other_file; }

void vt_return_large_blocks(void) {
#if defined(__GLIBC__)
    // Setting the threshold, to its default, disables its growth with the size of freed blocks (mallopt(3)).
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
}

static vt_log_sink installed_sink;
static _Thread_local char last_error[1024];
static _Thread_local int32_t too_many_streams, too_many_pixels;
// The PSNR of luma of the last frame that x264 encoded on this thread, in dB; 0 if it was taken.
static _Thread_local double luma_psnr;

// With AV_CODEC_FLAG_PSNR, x264 logs the PSNR of each frame, and warns that other settings would be better for a benchmark of PSNR.
// The formats are those of its encoder/encoder.c, x264_encoder_frame_end and validate_parameters.
static void take_psnr(const char *format, va_list arguments) {
    if (strncmp(format, "frame=", 6) != 0) return;
    char line[1024];
    vsnprintf(line, sizeof line, format, arguments);
    const char *value = strstr(line, " PSNR Y:");
    if (value) luma_psnr = strtod(value + 8, NULL);
}

static int is_psnr_warning(const char *format) {
    return strncmp(format, "--%s used with ", 15) == 0 || strncmp(format, "--psnr used with ", 17) == 0
        || strncmp(format, "--tune %s ", 10) == 0;
}

static void log_callback(void *object, int level, const char *format, va_list arguments) {
    va_list copy;
    va_copy(copy, arguments);
    take_psnr(format, copy);
    va_end(copy);
    if (level > av_log_get_level() || is_psnr_warning(format)) return;
    char line[1024];
    int prefix = 0;  // no "[mov @ 0x55…]": the component is passed separately, and addresses are useless
    av_log_format_line2(NULL, level, format, arguments, line, sizeof line, &prefix);
    line[strcspn(line, "\r\n")] = 0;
    if (!line[0]) return;
    const AVClass *class = object ? *(const AVClass **)object : NULL;
    const char *component = class && class->item_name ? class->item_name(object) : "libav";
    if (level <= AV_LOG_ERROR) {
        snprintf(last_error, sizeof last_error, "%s: %s", component, line);
        // libavformat/options.c, avformat_new_stream: the limit has no error code of its own.
        too_many_streams = too_many_streams || strstr(line, "max_streams") != NULL;
        // libavutil/imgutils.c, av_image_check_size2: likewise; a size that overflows is "invalid".
        too_many_pixels = too_many_pixels || strncmp(line, "Picture size ", 13) == 0;
    }
    installed_sink(level, component, line);
}

void vt_log_install(int32_t level, vt_log_sink sink) {
    installed_sink = sink;
    av_log_set_level(level);
    av_log_set_callback(log_callback);
}

const char *vt_log_last_error(void) { return last_error; }

int32_t vt_log_saw_too_many_streams(void) { return too_many_streams; }

int32_t vt_log_saw_too_many_pixels(void) { return too_many_pixels; }

void vt_log_clear_error(void) {
    last_error[0] = 0;
    too_many_streams = too_many_pixels = 0;
}

void vt_clear_luma_error(void) { luma_psnr = 0; }

void vt_packet_add_luma_error(AVPacket *packet, int64_t pixel_count) {
    // libavcodec/packet.h: the quality as 32 bits, the picture type, the number of errors, two unused bytes, and the errors.
    enum { header = 8, count_offset = 5 };
    double psnr = luma_psnr;
    luma_psnr = 0;
    size_t size = 0;
    uint8_t *stats = av_packet_get_side_data(packet, AV_PKT_DATA_QUALITY_STATS, &size);
    if (psnr <= 0 || !stats || size < header || stats[count_offset] > 0) return;
    size_t extended_size = header + sizeof(uint64_t);
    uint8_t *extended = av_mallocz(extended_size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!extended) return;
    memcpy(extended, stats, header);
    extended[count_offset] = 1;
    // x264 reports 100 dB for equal frames.
    uint64_t error = psnr >= 100 ? 0 : llround(255.0 * 255.0 * pixel_count / pow(10, psnr / 10));
    for (int index = 0; index < 8; index += 1) extended[header + index] = error >> (8 * index);
    if (av_packet_add_side_data(packet, AV_PKT_DATA_QUALITY_STATS, extended, extended_size) < 0) {
        av_free(extended);
    }
}
