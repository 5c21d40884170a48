// What Swift cannot say about libav: macros, variadic functions, and the differences between FFmpeg 5.1 and 8.
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

/// How long to show a frame, in ticks of its time base; 0 if not known.
/// libavutil/frame.h: `pkt_duration` until 5.1, `duration` since.
int64_t vt_frame_duration(const AVFrame *frame);

/// libavutil/frame.h: plain fields until 6.0, bits of `flags` since 6.1; the fields are gone in 8.
int32_t vt_frame_is_interlaced(const AVFrame *frame);
int32_t vt_frame_is_top_field_first(const AVFrame *frame);

/// Makes a frame progressive again, for a filter that looks at its flags.
void vt_frame_set_interlaced(AVFrame *frame, int32_t interlaced, int32_t top_field_first);

/// Declares the matrix and range of the frames that a filter graph's input takes: those of the frame.
/// libavfilter/buffersrc.h: `color_space` and `color_range` since 7.0; before, the fields are absent and nothing is set.
void vt_filter_input_set_colors(AVBufferSrcParameters *parameters, const AVFrame *frame);

/// The display matrix of a stream, nine numbers (libavutil/display.h), or null.
/// libavformat/avformat.h: stream side data until 6.0, `codecpar->coded_side_data` since 6.1.
const int32_t *_Nullable vt_stream_display_matrix(const AVStream *stream);

/// Bytes of a picture without padding; negative on failure.
int32_t vt_image_size(const AVFrame *frame);

/// Copies a picture out of or into an array of that size. The line arrays of libavutil/imgutils.h import as tuples.
int32_t vt_image_copy_out(const AVFrame *frame, uint8_t *bytes, int32_t size);
int32_t vt_image_copy_in(AVFrame *frame, const uint8_t *bytes, int32_t size);

/// Gives an output stream a display matrix of nine numbers.
int32_t vt_stream_set_display_matrix(AVStream *stream, const int32_t *matrix);

/// Whether a stream is Dolby Vision without a base layer that other decoders show rightly
/// (libavutil/dovi_meta.h, dv_bl_signal_compatibility_id 0: profile 5 among others).
int32_t vt_stream_is_dolby_vision_only(const AVStream *stream);

/// Whether a packet is encrypted (libavutil/encryption_info.h).
int32_t vt_packet_is_encrypted(const AVPacket *packet);

/// Allocates an I/O context that reads; the buffer belongs to it.
/// libavformat/avio.h: the write callback, unused here, became const in 7.0.
AVIOContext *_Nullable vt_io_alloc_reader(
    void *opaque, int32_t buffer_size,
    int (*read)(void *_Nullable opaque, uint8_t *_Nullable buffer, int size),
    int64_t (*seek)(void *_Nullable opaque, int64_t offset, int whence));

/// Frees what vt_io_alloc_reader made.
void vt_io_free(AVIOContext *_Nullable io);

/// Lets a demuxer open nothing but what it was given: no playlist's segment, no reference to another file.
void vt_refuse_other_files(AVFormatContext *context);

/// Gives large freed blocks back to the system at once, instead of keeping them for the next one of that thread: each
/// segment has encoders on new threads, and what the last ones held would add up. No effect but with glibc.
void vt_return_large_blocks(void);

/// Receives one line of libav's log, without a newline. Called on any thread.
typedef void (*vt_log_sink)(int32_t level, const char *component, const char *line);

/// Sends libav's log up to a level (libavutil/log.h) to a sink.
void vt_log_install(int32_t level, vt_log_sink sink);

/// The last line at AV_LOG_ERROR or worse that libav logged on this thread, empty if none; valid until its next one.
const char *vt_log_last_error(void);

/// Whether libav said since then that a container has more streams than it takes; Swift: the log's callback is variadic.
int32_t vt_log_saw_too_many_streams(void);

/// Whether it said since then that a picture is larger than it may be.
int32_t vt_log_saw_too_many_pixels(void);

/// Forgets that line, and what was said before it.
void vt_log_forget_error(void);

#pragma clang assume_nonnull end

#endif
