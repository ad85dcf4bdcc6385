/** Types of which the text can be recognized: pictures, and PDF files, whose pages may be pictures. */
export const isScannable = (mediaType: string): boolean =>
  /^(image\/(png|jpeg|webp|avif|tiff|gif|heic|heif)|application\/pdf)\b/.test(mediaType);

/** Some pages of a PDF may have text, and others none. */
export const mayBeMixed = (mediaType: string): boolean => mediaType === 'application/pdf';

/** The pages of a scan that are read. Our choice: a search hit is nearly always on the first pages. */
export const maxScanPages = 30;

/** The longest edge of a page in pixels: A4 at 400 dpi. Letters of larger pictures are large enough in a smaller copy. */
export const maxScanEdge = 4700;

/** No further page is begun after this processor time. The pages before it are kept. */
export const maxScanProcessorMs = 60_000;

/** The server kills the process that reads a scan after this processor time. One page takes 1 to 20 s, a turned one four times that. */
export const lastScanProcessorMs = 120_000;

/** And after this time. On a busy machine the process, which has the lowest priority, waits most of its time. */
export const scanTimeoutMs = 20 * 60_000;
