/**
 * The actors of the idle machine: the server, the other tabs, the person at the screen, and the cover over the
 * screen.
 */
import type { ReplyOf } from '@foyer/contracts/call.ts'
import type { noteActivity, sessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { fromCallback } from 'xstate'
import type { Fetch } from '../../../api/fetch-helper.ts'
import { whileSessionStays } from '../../../lib/session-change.ts'
import type { BetweenTabs, FromServer, ToServer } from './idle.machine.ts'

const LIFE = '/api/auth/session'
const ACTIVITY = '/api/auth/activity'
const LOGOUT = '/api/auth/logout'
const TIMEOUT_MS = 5_000

type Answer = ReplyOf<typeof sessionLife> | ReplyOf<typeof noteActivity>

/** Uses plain fetch, because calls with a bearer would renew their token and react to a 401 in between. */
export function createServerActor(fetch: Fetch) {
  async function ask(address: string, method: string): Promise<FromServer> {
    try {
      const response = await fetch(address, {
        method,
        headers: { accept: 'application/json' },
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.status === 401) return { type: 'server.gone' }
      if (!response.ok) return { type: 'server.silent' }
      const { data } = (await response.json()) as Answer
      return { type: 'server.life', life: data, noted: method === 'POST' }
    } catch {
      return { type: 'server.silent' }
    }
  }
  return fromCallback<ToServer>(({ receive, sendBack }) => {
    let stopped = false
    receive(async ({ type }) => {
      const answer = await whileSessionStays(() => (type === 'ask' ? ask(LIFE, 'GET') : ask(ACTIVITY, 'POST')))
      if (!stopped) sendBack(answer)
    })
    return () => {
      stopped = true
    }
  })
}

/** The screen is covered meanwhile, but the page leaves after this time at the latest. */
const CLEARING_MS = 2_000

/** Clears the cookies of a session that is over. The page may leave before the reply arrives. */
export async function clearCookies(fetch: Fetch): Promise<void> {
  const answer = fetch(LOGOUT, { method: 'POST', redirect: 'manual', keepalive: true }).catch(() => undefined)
  await Promise.race([answer, new Promise((over) => setTimeout(over, CLEARING_MS))])
}

const CHANNEL = 'foyer session'

const openChannel = () => new BroadcastChannel(CHANNEL)

/** Sends a message to the idle machines of all tabs, including this one. */
export function sendToTabs(message: BetweenTabs): void {
  const channel = openChannel()
  channel.postMessage(message)
  channel.close()
}

export function createTabsActor(open: () => BroadcastChannel = openChannel) {
  return fromCallback<BetweenTabs>(({ receive, sendBack }) => {
    const channel = open()
    channel.onmessage = ({ data }: MessageEvent<BetweenTabs>) => sendBack(data)
    receive((message) => channel.postMessage(message))
    return () => channel.close()
  })
}

/** Input within this time after the last report is dropped. */
const QUIET_MS = 1_000
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

type InputEvent = Pick<Event, 'isTrusted'> &
  Partial<Pick<KeyboardEvent, 'repeat'> & Pick<PointerEvent, 'movementX' | 'movementY'>>

/** Whether a person caused the event: not a script, not a held key, and not a page that moved under the pointer. */
function isByHand(type: string, { isTrusted, repeat, movementX, movementY }: InputEvent): boolean {
  return isTrusted && !repeat && !(type === 'pointermove' && movementX === 0 && movementY === 0)
}

/** Listens in the capture phase, so that it gets every input on the page. */
export function createPersonActor(window: Pick<Window, 'addEventListener' | 'removeEventListener'>, now: () => number) {
  return fromCallback(({ sendBack }) => {
    let last = -QUIET_MS
    const onInput = (event: Event) => {
      if (now() - last < QUIET_MS || !isByHand(event.type, event as InputEvent)) return
      last = now()
      sendBack({ type: 'input' })
    }
    const options = { capture: true, passive: true }
    for (const type of INPUTS) window.addEventListener(type, onInput, options)
    return () => {
      for (const type of INPUTS) window.removeEventListener(type, onInput, options)
    }
  })
}

/**
 * Keeps everything in place but hides it from sight, screen readers and focus. Elements with `data-uncovered` stay
 * visible.
 */
const COVERED = `
  body * { visibility: hidden !important }
  [data-uncovered], [data-uncovered] * { visibility: visible !important }
`

export function createCover(document: Document): { cover(): void; uncover(): void } {
  let sheet: CSSStyleSheet | undefined
  const drawn = () => {
    if (sheet === undefined) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(COVERED)
    }
    return sheet
  }
  const others = () => document.adoptedStyleSheets.filter((one) => one !== sheet)
  return {
    cover() {
      document.adoptedStyleSheets = [...others(), drawn()]
    },
    uncover() {
      if (sheet !== undefined) document.adoptedStyleSheets = others()
    },
  }
}
