import { androidFrame } from './android-build.ts';
import type { BugFrame } from './bug-frame.ts';
import type { Random } from './random.ts';
import { webFrame } from './web-build.ts';

export interface Bug {
  readonly exceptionType: string;
  readonly message: (random: Random) => string;
  readonly mechanism: string;
  /** Where it happens. */
  readonly screen: string;
  readonly frames: readonly BugFrame[];
}

/** Of the platform and of libraries, whose names stay what they are. */
const kotlin = (module: string, method: string, file: string, line: number): BugFrame => ({
  function: `${module}.${method}`,
  module,
  file,
  line,
  isApp: false,
});
const swift = (name: string, image: string, offset: number): BugFrame => ({
  function: name,
  image,
  offset,
  isApp: image === 'Larder',
});
const script = (name: string, file: string, line: number, column: number): BugFrame => ({
  function: name,
  file,
  line,
  column,
  isApp: !file.includes('/vendor'),
});

const androidLooper = [
  kotlin('android.os.Handler', 'dispatchMessage', 'Handler.java', 106),
  kotlin('android.os.Looper', 'loopOnce', 'Looper.java', 230),
  kotlin('android.os.Looper', 'loop', 'Looper.java', 319),
  kotlin('android.app.ActivityThread', 'main', 'ActivityThread.java', 8919),
  kotlin('com.android.internal.os.ZygoteInit', 'main', 'ZygoteInit.java', 975),
];
const coroutine = [
  kotlin('kotlin.coroutines.jvm.internal.BaseContinuationImpl', 'resumeWith', 'ContinuationImpl.kt', 33),
  kotlin('kotlinx.coroutines.DispatchedTask', 'run', 'DispatchedTask.kt', 104),
  kotlin('kotlinx.coroutines.scheduling.CoroutineScheduler$Worker', 'run', 'CoroutineScheduler.kt', 720),
];
const appleRunLoop = [
  swift('-[UIApplication _run]', 'UIKitCore', 812),
  swift('UIApplicationMain', 'UIKitCore', 336),
  swift('main', 'Larder', 64),
  swift('start', 'dyld', 6904),
];

/** Each crash that the demo's app has, in the words of its platform. */
export const bugs = {
  photoOutOfMemory: {
    exceptionType: 'java.lang.OutOfMemoryError',
    message: (random) =>
      `Failed to allocate a ${random.between(28, 96) * 1_048_576} byte allocation with ${random.between(2, 15) * 1_048_576} free bytes and ${random.between(3, 15)}MB until OOM`,
    mechanism: 'uncaught_exception_handler',
    screen: 'search',
    frames: [
      kotlin('android.graphics.Bitmap', 'nativeCreate', 'Bitmap.java', -2),
      kotlin('android.graphics.Bitmap', 'createBitmap', 'Bitmap.java', 1128),
      androidFrame('scaleForModel'),
      androidFrame('analyze'),
      androidFrame('onPhoto'),
      ...coroutine,
    ],
  },
  photoBadAccess: {
    exceptionType: 'EXC_BAD_ACCESS',
    message: (random) => `KERN_INVALID_ADDRESS at 0x00000001${random.bits().toString(16).padStart(8, '0')}`,
    mechanism: 'mach',
    screen: 'search',
    frames: [
      swift('vImageConvert_AnyToAny', 'vImage', 1460),
      swift('PhotoAnalyzer.scale(_:to:)', 'Larder', 412),
      swift('PhotoAnalyzer.analyze(_:)', 'Larder', 188),
      swift('closure #1 in PhotoSearchModel.received(_:)', 'Larder', 96),
      swift('_dispatch_call_block_and_release', 'libdispatch.dylib', 32),
      swift('_dispatch_worker_thread2', 'libdispatch.dylib', 180),
      swift('start_wqthread', 'libsystem_pthread.dylib', 8),
    ],
  },
  videoCodec: {
    exceptionType: 'android.media.MediaCodec$CodecException',
    message: () => 'Error 0x80001001: no more instances of c2.android.avc.decoder',
    mechanism: 'uncaught_exception_handler',
    screen: 'recipe',
    frames: [
      kotlin('android.media.MediaCodec', 'native_start', 'MediaCodec.java', -2),
      kotlin('android.media.MediaCodec', 'start', 'MediaCodec.java', 2420),
      kotlin('androidx.media3.exoplayer.mediacodec.MediaCodecRenderer', 'initCodec', 'MediaCodecRenderer.java', 1187),
      kotlin('androidx.media3.exoplayer.ExoPlayerImplInternal', 'handleMessage', 'ExoPlayerImplInternal.java', 671),
      ...androidLooper,
    ],
  },
  videoPlayerItem: {
    exceptionType: 'NSInvalidArgumentException',
    message: () => 'An AVPlayerItem cannot be associated with more than one instance of AVPlayer',
    mechanism: 'nsexception',
    screen: 'recipe',
    frames: [
      swift('-[AVPlayer _attachItem:andPerformOperation:withObject:]', 'AVFCore', 1104),
      swift('RecipeVideo.play()', 'Larder', 276),
      swift('RecipeView.onAppear()', 'Larder', 148),
      ...appleRunLoop,
    ],
  },
  slotsNullPointer: {
    exceptionType: 'java.lang.NullPointerException',
    message: () =>
      "Attempt to invoke virtual method 'java.util.List app.larder.checkout.SlotPage.getSlots()' on a null object reference",
    mechanism: 'uncaught_exception_handler',
    screen: 'home',
    frames: [
      androidFrame('getItemCount'),
      kotlin('androidx.recyclerview.widget.RecyclerView', 'dispatchLayoutStep1', 'RecyclerView.java', 4578),
      kotlin('androidx.recyclerview.widget.RecyclerView', 'onMeasure', 'RecyclerView.java', 4081),
      ...androidLooper,
    ],
  },
  slotsIndexOutOfRange: {
    exceptionType: 'EXC_BREAKPOINT',
    message: () => 'Swift/ContiguousArrayBuffer.swift:675: Fatal error: Index out of range',
    mechanism: 'mach',
    screen: 'home',
    frames: [
      swift('_assertionFailure(_:_:file:line:flags:)', 'libswiftCore.dylib', 244),
      swift('SlotPage.first.getter', 'Larder', 116),
      swift('HomeModel.refresh()', 'Larder', 640),
      swift('HomeView.body.getter', 'Larder', 912),
      ...appleRunLoop,
    ],
  },
  fragmentNotAttached: {
    exceptionType: 'java.lang.IllegalStateException',
    message: (random) => `Fragment HomeFragment{${random.bits().toString(16)}} not attached to a context.`,
    mechanism: 'uncaught_exception_handler',
    screen: 'home',
    frames: [
      kotlin('androidx.fragment.app.Fragment', 'requireContext', 'Fragment.java', 977),
      androidFrame('showPlan'),
      androidFrame('onViewCreated'),
      ...androidLooper,
    ],
  },
  cameraSecurity: {
    exceptionType: 'java.lang.SecurityException',
    message: () =>
      'validateClientPermissionsLocked: Callers from device user 0 are not currently allowed to connect to camera "0"',
    mechanism: 'uncaught_exception_handler',
    screen: 'search',
    frames: [
      kotlin('android.hardware.camera2.CameraManager', 'openCameraDeviceUserAsync', 'CameraManager.java', 815),
      androidFrame('openCamera'),
      ...androidLooper,
    ],
  },
  cookingWatchdog: {
    exceptionType: 'EXC_CRASH',
    message: () =>
      'SIGKILL: scene-update watchdog transgression, 0x8badf00d, exhausted real time allowance of 10.00 seconds',
    mechanism: 'watchdog',
    screen: 'saved_recipes',
    frames: [
      swift('__psynch_cvwait', 'libsystem_kernel.dylib', 8),
      swift('RecipeStore.loadAllSynchronously()', 'Larder', 532),
      swift('CookingModel.restore()', 'Larder', 208),
      ...appleRunLoop,
    ],
  },
  forceUnwrap: {
    exceptionType: 'EXC_BREAKPOINT',
    message: () => 'Larder/RecipeCard.swift:74: Fatal error: Unexpectedly found nil while unwrapping an Optional value',
    mechanism: 'mach',
    screen: 'home',
    frames: [
      swift('_assertionFailure(_:_:file:line:flags:)', 'libswiftCore.dylib', 244),
      swift('RecipeCard.imageURL.getter', 'Larder', 84),
      swift('RecipeList.cell(for:)', 'Larder', 300),
      ...appleRunLoop,
    ],
  },
  couponTypeError: {
    exceptionType: 'TypeError',
    message: () => "Cannot read property 'amount' of undefined",
    mechanism: 'hermes',
    screen: 'checkout',
    frames: [
      script('applyCoupon', 'address at checkout.bundle', 1, 184_220),
      script('anonymous', 'address at checkout.bundle', 1, 184_901),
      script('callReactNativeMicrotasks', 'address at vendor.bundle', 1, 22_410),
      script('__guard', 'address at vendor.bundle', 1, 23_118),
    ],
  },
  slotsUndefined: {
    exceptionType: 'TypeError',
    message: () => "Cannot read properties of undefined (reading 'slots')",
    mechanism: 'onerror',
    screen: 'checkout',
    frames: [
      webFrame('pickSlot'),
      webFrame('onClick'),
      script('callCallback', 'https://larder.example/assets/vendor-9dk2.js', 3, 61_204),
      script('dispatchEvent', 'https://larder.example/assets/vendor-9dk2.js', 3, 70_881),
    ],
  },
  chunkMissing: {
    exceptionType: 'ChunkLoadError',
    message: (random) =>
      `Loading chunk ${random.between(100, 140)} failed. (missing: https://larder.example/assets/recipe.js)`,
    mechanism: 'onunhandledrejection',
    screen: 'home',
    frames: [webFrame('loadChunk'), webFrame('openRecipe')],
  },
  storageQuota: {
    exceptionType: 'QuotaExceededError',
    message: () => "Failed to execute 'setItem' on 'Storage': Setting the value of 'cart' exceeded the quota.",
    mechanism: 'onerror',
    screen: 'cart',
    frames: [webFrame('saveCart'), webFrame('addItem')],
  },
} as const satisfies Record<string, Bug>;

export type BugKey = keyof typeof bugs;
