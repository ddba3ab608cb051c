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
    addQueue: 'E',
    applyConfig: 'c',
    client: 'o',
    config: 'p',
    configPath: '_',
    drops: 'm',
    eachPlugin: '$',
    eachQueue: 'R',
    enqueue: 'u',
    guard: 'w',
    isForgetful: 'S',
    isMuted: 'l',
    isServer: 'A',
    isStopped: 'v',
    itemsOf: 'n',
    lastMessage: 'N',
    load: 'h',
    log: 'k',
    options: 'g',
    owner: 'r',
    plugins: 'D',
    prefix: 'a',
    queues: 'b',
    recover: 't',
    refresh: 'i',
    skewMs: 's',
    start: 'd',
    state: 'e',
    store: 'f',
    touch: 'y',
  },
  Plugin: {
    methods: 'r',
    onClose: 'e',
    onConfig: 'b',
    onLaunch: 'n',
    onLifecycleEvent: 's',
    onOptIn: 'p',
    onOverride: 'g',
    onReset: 'u',
    onResponse: 'i',
    readConfig: 'l',
    recover: 't',
  },
  QueuedItem: {
    atMs: 'e',
    context: 'a',
    isInFlight: 'v',
    json: 's',
    storageKey: 't',
    urlPath: 'n',
  },
  DeliveryQueue: {
    items: 'r',
    remove: 's',
    send: 'u',
  },
  TransportResponse: {
    dateHeader: 'a',
    delayMs: 's',
    requestBody: 'r',
    requestPath: 'n',
    requestedAtMs: '_',
    result: 'e',
    retryAfter: 'p',
  },
  Platform: {
    exclusively: 't',
    facts: 'y',
    later: '$',
    log: 'k',
    onLifecycleEvent: 's',
    openStream: 'b',
    shownScreen: 'p',
    storage: 'n',
  },
  PlatformStorage: {
    remove: 's',
  },
  PlatformRequest: {
    timeoutMs: 'f',
  },
};
