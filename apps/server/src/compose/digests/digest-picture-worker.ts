import { parentPort, workerData } from 'node:worker_threads';
import type { PictureReply, PictureWork } from '../../features/digests/pictures/picture-renderer.ts';
import { renderPicture } from '../../features/digests/pictures/render-picture.ts';

const { fontFiles } = workerData as { readonly fontFiles: readonly string[] };

parentPort?.on('message', ({ chart }: PictureWork) => {
  renderPicture(chart, fontFiles).then(
    (picture) => parentPort?.postMessage(picture satisfies PictureReply),
    (error: unknown) => parentPort?.postMessage({ failure: String(error) } satisfies PictureReply),
  );
});
