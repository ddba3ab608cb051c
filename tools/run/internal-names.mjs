/**
 * Members that nobody outside of an SDK sees, and their names in published bundles: by the interface that declares them,
 * CoreSettings and CoreState with Core, ItemOptions with QueuedItem. Members of different interfaces may have the same
 * short name, since no object is of two of them; which one they have is chosen for what gzip makes of it.
 *
 * None of them may be on the wire, in storage, part of an exported type, or a member of the platform's own that an SDK
 * uses: internal-names.test.ts checks that.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
export const internalNames = {
  Core: {
    addQueue: 'h',
    applyConfig: 'x',
    client: 'o',
    config: 't',
    configPath: 'b',
    drops: 'm',
    eachPlugin: 'p',
    eachQueue: 'w',
    enqueue: 'E',
    guard: 'J',
    isForgetful: 'S',
    isMuted: 'l',
    isServer: 'R',
    isStopped: 'v',
    itemsOf: 'n',
    lastMessage: 'j',
    load: 'A',
    log: 'i',
    options: 'k',
    owner: 's',
    plugins: 'e',
    prefix: '$',
    queues: 'a',
    recover: 'g',
    refresh: 'c',
    skewMs: 'u',
    start: 'd',
    state: 'r',
    store: 'f',
    touch: 'y',
  },
  Plugin: {
    methods: 'r',
    onClose: 'e',
    onConfig: 'p',
    onLaunch: 's',
    onLifecycleEvent: 't',
    onOptIn: 'n',
    onOverride: 'h',
    onReset: 'c',
    onResponse: 'i',
    readConfig: 'd',
    recover: 'g',
  },
  QueuedItem: {
    atMs: 's',
    context: 'a',
    isInFlight: 'v',
    json: 'h',
    storageKey: 'l',
    urlPath: 'n',
  },
  DeliveryQueue: {
    items: 'r',
    remove: 's',
    send: 't',
  },
  TransportResponse: {
    dateHeader: 'n',
    delayMs: 'a',
    requestBody: 's',
    requestPath: 'c',
    requestedAtMs: 'b',
    result: 'e',
    retryAfter: 'p',
  },
  Platform: {
    exclusively: 'u',
    facts: 'y',
    later: 'p',
    log: 'i',
    onLifecycleEvent: 't',
    openStream: 'r',
    shownScreen: 's',
    storage: 'c',
  },
  PlatformStorage: {
    remove: 's',
  },
  PlatformRequest: {
    timeoutMs: 's',
  },
};
