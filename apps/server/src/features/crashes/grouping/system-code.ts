/**
 * Code that comes with the platform, the runtime or a well-known library. It is shown, but says nothing about
 * which bug it is: it differs by device and version of the system.
 */

/** Prefixes of class names; a name counts when it is the prefix or goes on after it with a dot. */
export const jvmSystemPackages: readonly string[] = [
  'java',
  'javax',
  'jdk',
  'sun',
  'com.sun',
  'libcore',
  'dalvik',
  'android',
  'androidx',
  'com.android',
  'com.google.android',
  'com.google.common',
  'com.google.firebase',
  'com.google.gson',
  'com.facebook.react',
  'com.facebook.jni',
  'com.facebook.hermes',
  'com.facebook.soloader',
  'com.squareup.moshi',
  'com.fasterxml.jackson',
  'kotlin',
  'kotlinx',
  '_COROUTINE',
  'scala',
  'groovy',
  'dagger',
  'okhttp3',
  'okio',
  'retrofit2',
  'rx',
  'io.reactivex',
  'io.netty',
  'io.ktor',
  'reactor',
  'org.apache',
  'org.chromium',
  'org.conscrypt',
  'org.eclipse.jetty',
  'org.hibernate',
  'org.jetbrains',
  'org.json',
  'org.junit',
  'junit',
  'org.slf4j',
  'org.springframework',
];

export const appleSystemImages: ReadonlySet<string> = new Set([
  'AVFAudio',
  'AVFCore',
  'AVFoundation',
  'Accelerate',
  'AppKit',
  'AttributeGraph',
  'AudioToolbox',
  'BackBoardServices',
  'CFNetwork',
  'CloudKit',
  'Combine',
  'CoreAudio',
  'CoreData',
  'CoreFoundation',
  'CoreGraphics',
  'CoreImage',
  'CoreLocation',
  'CoreMedia',
  'CoreMotion',
  'CoreServices',
  'CoreTelephony',
  'CoreText',
  'CoreVideo',
  'FileProvider',
  'Foundation',
  'FrontBoardServices',
  'Gestures',
  'GraphicsServices',
  'HIToolbox',
  'IOKit',
  'IOSurface',
  'ImageIO',
  'JavaScriptCore',
  'MapKit',
  'MediaPlayer',
  'Metal',
  'MetalKit',
  'Network',
  'PhotosUI',
  'QuartzCore',
  'RunningBoardServices',
  'SceneKit',
  'Security',
  'SkyLight',
  'SpriteKit',
  'StoreKit',
  'SwiftData',
  'SwiftUI',
  'SwiftUICore',
  'UIKit',
  'UIKitCore',
  'UIKitMacHelper',
  'UIFoundation',
  'UserNotifications',
  'VideoToolbox',
  'WebCore',
  'WebKit',
  'WebKitLegacy',
  'dyld',
  'dyld_sim',
  'hermes',
  'React',
  'ReactCommon',
]);

export const appleSystemImage =
  /^(?:libsystem_|libswift|libdispatch|libobjc|libc\+\+|libxpc|libdyld|libsqlite3|libz|lib[a-zA-Z]+(?:\.\d+)*\.dylib$)/;
export const appleSystemPath = /^(?:\/System\/|\/usr\/lib\/|\/Library\/Apple\/|\/Applications\/Xcode|\[TBD\])/;
export const appleBundlePath = /\.app(?:ex)?\//;

export const androidSystemImage =
  /^(?:libc|libm|libdl|libart(?:base|palette)?|libbinder|libutils|libgui|libhwui|libui|libandroid(?:_runtime|_servers)?|libandroidfw|liblog|libbase|libEGL|libGLES\w*|libssl|libcrypto|libjavacrypto|libopenjdk(?:jvm)?|libnativehelper|libhermes\w*|libjsi\w*|libreactnative\w*|libfbjni|libjsc|libc\+\+(?:_shared)?|libstdc\+\+|libpthread|ld-linux[\w-]*|linker(?:64)?|app_process(?:32|64)?|boot[\w.-]*|core-oj|framework)(?:\.so|\.oat|\.jar|\.dylib)?(?:\.\d+)*$/;
export const androidSystemPath = /^(?:\/system\/|\/system_ext\/|\/vendor\/|\/apex\/|\[vdso\]|\/product\/)/;

/** Functions that every process of a kind begins with. They stand in the app's image, yet are nobody's bug. */
export const entryPoints: ReadonlySet<string> = new Set([
  'main',
  'start',
  '_start',
  '__libc_start_main',
  'UIApplicationMain',
]);

/** Files that are no file, of the runtime, of the bundler, or of a browser extension. */
export const scriptSystemFile =
  /^(?:node:|internal\/|native$|\[native code\]|<anonymous>$|\(native\)|InternalBytecode\.js|(?:chrome|moz|safari|safari-web|ms-browser)-extension:|extensions::|wasm:\/\/|resource:\/\/|chrome:\/\/)/;
export const scriptLibraryPath =
  /(?:^|[/\\])(?:node_modules|bower_components|\.pnpm|\.yarn)[/\\]|webpack\/(?:bootstrap|runtime)|\(webpack\)|webpack-internal:\/\/\/\(webpack\)/;
export const scriptLibraryFile =
  /^(?:react|react-dom|react-dom-client|react-native|scheduler|vue|vue-router|angular|jquery|zone|rxjs|preact|polyfills?|webpack-runtime|runtime|framework|vendors?|chunk-vendors|main-vendors)(?:[.~-][\w.~-]{0,80})?\.[cm]?js$/;
