// Parts of libav that Swift cannot express: macros, variadic functions, and the differences between FFmpeg 5.1 and 8.
// Every `#if` on a version of FFmpeg is in this target; docs/ffmpeg.md lists each with its header.

#ifndef VT_LIBAV_SHIM_H
#define VT_LIBAV_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Macros that Swift does not import.
static const int64_t vt_no_timestamp = AV_NOPTS_VALUE;
static const int32_t vt_error_end_of_file = AVERROR_EOF;
static const int32_t vt_error_again = AVERROR(EAGAIN);
static const int32_t vt_error_exit = AVERROR_EXIT;
static const int32_t vt_error_invalid_data = AVERROR_INVALIDDATA;
static const int32_t vt_error_no_memory = AVERROR(ENOMEM);
static const int32_t vt_error_input_output = AVERROR(EIO);
static const int32_t vt_error_not_permitted = AVERROR(EPERM);
static const int32_t vt_error_no_encoder = AVERROR_ENCODER_NOT_FOUND;
static const int32_t vt_error_no_decoder = AVERROR_DECODER_NOT_FOUND;
static const int32_t vt_error_no_option = AVERROR_OPTION_NOT_FOUND;

/// The duration of a frame, in ticks of its time base; 0 if unknown.
/// libavutil/frame.h: `pkt_duration` until 5.1, `duration` since.
int64_t vt_frame_duration(const AVFrame *frame);

/// Whether a frame is interlaced; 1 or 0.
/// libavutil/frame.h: plain fields until 6.0, bits of `flags` since 6.1; the fields are gone in 8.
int32_t vt_frame_is_interlaced(const AVFrame *frame);

/// Sets whether a frame is interlaced, and whether its top field is first; 1 or 0.
void vt_frame_set_interlaced(AVFrame *frame, int32_t interlaced, int32_t top_field_first);

/// Declares the matrix and range of the frames of a filter graph's input: those of the given frame.
/// libavfilter/buffersrc.h: `color_space` and `color_range` since 7.0; before, the fields are absent and nothing is set.
void vt_filter_input_set_colors(AVBufferSrcParameters *parameters, const AVFrame *frame);

/// The display matrix of a stream, nine numbers (libavutil/display.h) that belong to the stream, or null.
/// libavformat/avformat.h: stream side data until 6.0, `codecpar->coded_side_data` since 6.1.
const int32_t *_Nullable vt_stream_display_matrix(const AVStream *stream);

/// The size of a video frame's pixels without padding, in bytes; a negative AVERROR on failure.
int32_t vt_image_size(const AVFrame *frame);

/// Copies the pixels of a video frame to or from an array of `size` bytes, the planes in order without padding; negative on
/// failure. Swift imports the line arrays of libavutil/imgutils.h as tuples.
int32_t vt_image_copy_out(const AVFrame *frame, uint8_t *bytes, int32_t size);
int32_t vt_image_copy_in(AVFrame *frame, const uint8_t *bytes, int32_t size);

/// Copies rows of a video frame's luma with 8 bits per sample to an array of `count` times the width: rows `first`,
/// `first + step` and so on. Deeper samples lose their low bits; RGB yields green. Negative if the format has no such samples
/// or the rows exceed the frame.
int32_t vt_luma_copy_rows(
    const AVFrame *frame, int32_t first, int32_t step, int32_t count, uint8_t *bytes);

/// Sets the display matrix of an output stream, nine numbers that are copied; negative on failure.
int32_t vt_stream_set_display_matrix(AVStream *stream, const int32_t *matrix);

/// Whether a stream is Dolby Vision without a base layer for other decoders
/// (libavutil/dovi_meta.h, dv_bl_signal_compatibility_id 0: profile 5 among others).
int32_t vt_stream_is_dolby_vision_only(const AVStream *stream);

/// Whether a packet is encrypted (libavutil/encryption_info.h).
int32_t vt_packet_is_encrypted(const AVPacket *packet);

/// Forgets errors of an encoder that failed on this thread, before another one is opened.
void vt_clear_luma_error(void);

/// Adds the squared error of luma to the quality (AV_PKT_DATA_QUALITY_STATS) of a packet that was just received from an encoder with
/// AV_CODEC_FLAG_PSNR on this thread, if libavcodec has not done so. FFmpeg 5.1 does not; x264 reports it in its log only, which
/// `vt_log_install` reads. The samples have 8 bits.
void vt_packet_add_luma_error(AVPacket *packet, int64_t pixel_count);

/// Allocates an I/O context for reading, with a buffer of `buffer_size` bytes that belongs to it; null if memory is short.
/// `opaque` is passed to the callbacks and must outlive the context.
/// libavformat/avio.h: the write callback, unused here, became const in 7.0.
AVIOContext *_Nullable vt_io_alloc_reader(
    void *opaque, int32_t buffer_size,
    int (*read)(void *_Nullable opaque, uint8_t *_Nullable buffer, int size),
    int64_t (*seek)(void *_Nullable opaque, int64_t offset, int whence));

/// Frees a context of vt_io_alloc_reader with its buffer.
void vt_io_free(AVIOContext *_Nullable io);

/// Prevents a demuxer from opening further files: no segments of playlists, no referenced files.
void vt_refuse_other_files(AVFormatContext *context);

/// Returns large freed blocks to the system immediately, instead of caching them per thread: each segment has encoders on new
/// threads, whose caches would add up. Has an effect with glibc only.
void vt_return_large_blocks(void);

/// Receives one line of libav's log without a line break, valid during the call; called on any thread.
typedef void (*vt_log_sink)(int32_t level, const char *component, const char *line);

/// Sends libav's log up to a level (libavutil/log.h) to a sink. Swift: the log's callback takes a va_list.
void vt_log_install(int32_t level, vt_log_sink sink);

/// The last line at AV_LOG_ERROR or worse that libav logged on this thread since `vt_log_clear_error`, empty if none; valid
/// until the next one.
const char *vt_log_last_error(void);

/// Whether libav logged on this thread since `vt_log_clear_error` that a container has too many streams; it has no error code.
int32_t vt_log_saw_too_many_streams(void);

/// Whether libav logged on this thread since `vt_log_clear_error` that a frame has too many pixels; it has no error code.
int32_t vt_log_saw_too_many_pixels(void);

/// Clears this thread's last error.
void vt_log_clear_error(void);

#pragma clang assume_nonnull end

#endif
