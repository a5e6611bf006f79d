/**
 * The conversation as a whole: what is written goes into the outbox and from there to the clinic, once and in order; what
 * comes is heard live and read again after every gap. Of a gap the last message that was *read* tells the beginning:
 * what was heard may have come after something that was missed.
 */
import { lastOfClinic, merge, rowsOf, rowsOfWelcome } from './thread.js'

/** Without a live connection the clinic is asked this often. */
const ASK_MS = 15_000
const RETRY_MS = [2_000, 5_000, 15_000, 30_000]
/** Nothing that can be seen: the API refuses such a text. It has the rule from the contracts, which this page can't import. */
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uFFF9-\uFFFB]*$/u

/** @public Tests load this file by its address. */
export const isBlank = (text) => BLANK.test(text)

export function createChat({ api, outbox, connect, now, schedule, onChange, page = null }) {
  let known = new Map()
  /** What greeted the visitor, until the clinic has the first message and the greeting before it. */
  let welcome = null
  /** The last message of the last reading. */
  let readUpTo = null
  let seenUpTo = null
  let isLive = false
  let isOnline = true
  let isLooking = false
  let isFlushing = false
  let failures = 0
  let cancelRetry = () => {}
  let cancelReading = () => {}
  let isReading = false
  let wantsReading = false

  const live = connect({
    up() {
      isLive = true
      void reread()
      void flush()
      changed()
    },
    down() {
      isLive = false
      changed()
    },
    messages: take,
    reread: () => void reread(),
  })

  function changed() {
    const rows = rowsOf(known, outbox.list())
    onChange({ rows: welcome === null ? rows : [...rowsOfWelcome(welcome), ...rows], state: stateOf() })
  }

  function stateOf() {
    if (!isOnline) return 'offline'
    if (!api.isKnown() && outbox.next() === null) return 'new'
    return isLive ? 'live' : 'connecting'
  }

  function take(messages) {
    known = merge(known, messages)
    for (const { clientId } of messages) if (clientId !== null) outbox.remove(clientId)
    changed()
    void tellSeen()
  }

  /** One reading at a time; one that is asked for meanwhile follows it. */
  async function reread() {
    wantsReading = true
    if (isReading) return
    isReading = true
    try {
      while (wantsReading) {
        wantsReading = false
        await read()
      }
    } catch {
      cancelReading()
      cancelReading = schedule(RETRY_MS[1], () => void reread())
    } finally {
      isReading = false
    }
  }

  async function read() {
    for (let more = true; more; ) {
      const page = await readAfter()
      if (page === null) return
      readUpTo = page.data.at(-1)?._id ?? readUpTo
      if (readUpTo !== null) welcome = null
      more = page.more
      take(page.data)
    }
  }

  async function readAfter() {
    try {
      return await api.read(readUpTo)
    } catch (error) {
      // The clinic doesn't know that message: begin anew.
      if (error.status !== 400 || readUpTo === null) throw error
      known = new Map()
      readUpTo = null
      return api.read(null)
    }
  }

  async function flush() {
    if (isFlushing) return
    isFlushing = true
    cancelRetry()
    try {
      for (let next = outbox.next(); next !== null; next = outbox.next()) await send(next)
      failures = 0
    } catch (error) {
      const waitMs = error.retryMs ?? RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]
      failures += 1
      cancelRetry = schedule(waitMs, () => void flush())
    } finally {
      isFlushing = false
      changed()
    }
  }

  async function send(entry) {
    try {
      const greeted = welcome && { flowId: welcome.flowId, version: welcome.version, nodeId: welcome.nodeId }
      take([await sendGreeted(entry, greeted)])
      outbox.remove(entry.clientId)
      if (greeted) void reread()
      live.start()
    } catch (error) {
      if (!error.isFinal) throw error
      outbox.refuse(entry.clientId, error.message)
      changed()
    }
  }

  /** During an upgrade a server of the former version may answer, which refuses a greeting that names its start. */
  async function sendGreeted(entry, greeted) {
    try {
      return await api.send(entry, greeted)
    } catch (error) {
      if (error.status !== 400 || !greeted?.nodeId) throw error
      const { nodeId: _, ...former } = greeted
      return api.send(entry, former)
    }
  }

  /** What is in view is delivered. A word that gets lost is said again with the next. */
  async function tellSeen() {
    const last = lastOfClinic(known)?._id ?? null
    if (!isLooking || last === null || last === seenUpTo) return
    const before = seenUpTo
    seenUpTo = last
    await api.seen(last).catch(() => {
      if (seenUpTo === last) seenUpTo = before
    })
  }

  /** A visitor whom nobody knows is greeted, before anything is written. Without an answer the page goes on without it. */
  async function greet() {
    const greeting = await api.welcome(page).catch(() => null)
    if (greeting === null || api.isKnown()) return
    welcome = { ...greeting, at: now().toISOString() }
    changed()
  }

  function askAgain() {
    schedule(ASK_MS, () => {
      if (!isLive && isOnline && api.isKnown()) void reread()
      askAgain()
    })
  }

  return {
    start() {
      if (api.isKnown()) {
        live.start()
        void reread()
      } else if (outbox.next() === null) void greet()
      void flush()
      askAgain()
      changed()
    },
    write(text) {
      if (isBlank(text)) return
      outbox.add(text.trim(), now().toISOString())
      changed()
      void flush()
    },
    discard(clientId) {
      outbox.remove(clientId)
      changed()
    },
    /** Whether the page is in view. */
    look(looking) {
      isLooking = looking
      void tellSeen()
    },
    online(online) {
      isOnline = online
      if (online) {
        live.hurry()
        void reread()
        void flush()
      }
      changed()
    },
  }
}
