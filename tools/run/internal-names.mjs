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
    addQueue: 'A',
    applyConfig: 'x',
    client: 'e',
    config: 'p',
    configPath: 'b',
    drops: 'c',
    eachPlugin: 'u',
    eachQueue: 'w',
    enqueue: 'R',
    guard: 'J',
    isForgetful: 'S',
    isMuted: 'l',
    isServer: 'C',
    isStopped: 'v',
    itemsOf: 'n',
    lastMessage: 'M',
    load: 'E',
    log: 'a',
    options: 'k',
    owner: 's',
    plugins: 't',
    prefix: '$',
    prepare: 'o',
    queues: 'i',
    recover: 'g',
    refresh: 'm',
    skewMs: 'h',
    start: 'd',
    state: 'r',
    store: 'f',
    touch: 'y',
  },
  Plugin: {
    methods: 'r',
    onClose: 'e',
    onConfig: 'w',
    onLaunch: 's',
    onLifecycleEvent: 't',
    onOptIn: 'n',
    onOverride: 'd',
    onReset: 'c',
    onResponse: 'i',
    readConfig: 'T',
    recover: 'g',
  },
  QueuedItem: {
    about: 'a',
    atMs: 's',
    isInFlight: 'v',
    json: 'r',
    storageKey: 'l',
    urlPath: 'n',
  },
  ItemDraft: {
    about: 'a',
    wire: 'o',
  },
  DeliveryQueue: {
    items: 'e',
    remove: 's',
    send: 't',
  },
  TransportResponse: {
    dateHeader: 'n',
    delayMs: 'a',
    requestBody: 's',
    requestPath: 'c',
    requestedAtMs: 'b',
    result: 'u',
    retryAfter: 'p',
  },
  Platform: {
    exclusively: 'e',
    facts: 'd',
    later: 'p',
    log: 'a',
    onLifecycleEvent: 't',
    openStream: 'y',
    shownScreen: 's',
    storage: 'c',
  },
  PlatformStorage: {
    remove: 's',
  },
  PlatformRequest: {
    timeoutMs: 'x',
  },
};
