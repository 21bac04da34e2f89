import { decodeQR } from 'qr/decode.js';

/** Larger pictures take longer, and show no more of a code that somebody holds the camera to. */
const longestSide = 800;
const pauseMs = 120;
/** A camera that is forgotten goes out. */
const mostMs = 120_000;

/** Why nothing was read: the browser does not let this page, there is no camera, something else has it, or nothing came into sight. */
export type ScanFault = 'denied' | 'missing' | 'busy' | 'nothing';

const faults: Readonly<Record<string, ScanFault>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};
/** @param error of the camera, as the browser names it (Media Capture and Streams) */
export const scanFaultOf = (error: unknown): ScanFault => faults[String(Object(error).name)] ?? 'busy';

/** The text of the QR code in a picture; undefined where there is none that can be read. */
export function codeIn({ data, width, height }: ImageData): string | undefined {
  try {
    return decodeQR({ data, width, height });
  } catch {
    // Of most pictures: the library throws where it finds none.
    return undefined;
  }
}

function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight, 1));
  const [width, height] = [Math.floor(video.videoWidth * scale), Math.floor(video.videoHeight * scale)];
  if (width === 0 || height === 0) return undefined;
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(video, 0, 0, width, height);
  return context?.getImageData(0, 0, width, height);
}

/**
 * Shows what the camera sees until there is a QR code in it. The pictures stay in this page. The camera is let go in any case.
 * @returns its text; undefined when nothing came for two minutes, or it was called off
 * @throws DOMException of the browser, where there is no camera for this page
 */
export async function readCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  const canvas = document.createElement('canvas');
  const until = performance.now() + mostMs;
  try {
    if (signal.aborted) return undefined;
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted && performance.now() < until) {
      const picture = pictureOf(video, canvas);
      const text = picture && codeIn(picture);
      if (text) return text;
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
      });
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}
