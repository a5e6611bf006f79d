/**
 * Lists the texts that a number received at the carrier, to find those that the carrier could not deliver by webhook.
 * The addresses of further pages and files must be paths below the account's own; others are not followed, because
 * the credentials go with each request.
 */
import type { Config } from '../config/config.ts'
import { type ReceivedText, read, readMediaList, readReceived } from './twilio-wire.ts'

export interface CarrierFile {
  readonly url: string
  readonly contentType: string
}

export interface ReceivedTexts {
  /** All texts sent in this period, oldest first; rejects when the list may be incomplete. */
  list(asked: { to: string; from: Date; until: Date }, signal: AbortSignal): Promise<ReceivedText[]>
  /** The files of a text; none when the carrier no longer has the text. */
  media(sid: string, signal: AbortSignal): Promise<CarrierFile[]>
}

const TIMEOUT_MS = 10_000
const PAGE_SIZE = 1000
const MOST_PAGES = 50

export function createReceivedTexts(
  twilio: Config['twilio'],
  { timeoutMs = TIMEOUT_MS, pageSize = PAGE_SIZE, mostPages = MOST_PAGES } = {},
): ReceivedTexts {
  const messages = `/2010-04-01/Accounts/${encodeURIComponent(twilio.accountSid)}/Messages`
  const own = new URL(twilio.baseUrl + messages)
  const authorization = `Basic ${Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString('base64')}`

  /** Resolves a path from the carrier; it must stay within the account's messages. */
  function within(path: string): URL {
    const url = path.startsWith('/') && !path.startsWith('//') ? URL.parse(twilio.baseUrl + path) : null
    const isBelow = url?.pathname === `${own.pathname}.json` || url?.pathname.startsWith(`${own.pathname}/`)
    if (url === null || url.origin !== own.origin || !isBelow)
      throw new Error('The carrier returned an address outside of the account.')
    return url
  }
  const ask = (url: URL, signal: AbortSignal) =>
    fetch(url, {
      headers: { authorization, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })

  return {
    async list({ to, from, until }, signal) {
      const query = new URLSearchParams({
        To: to,
        'DateSent>': second(from),
        'DateSent<': second(until),
        PageSize: String(pageSize),
      })
      const texts = new Map<string, ReceivedText>()
      let next: string | null = `${messages}.json?${query}`
      for (let pages = 0; next !== null; pages++) {
        if (pages === mostPages) throw new Error('The carrier lists more than can be read at once.')
        const response = await ask(within(next), signal)
        const page = await answer(response, readReceived)
        for (const text of page.texts) if (text.to === to && !isOutside(text, from, until)) texts.set(text.sid, text)
        next = page.next
      }
      // The carrier lists the newest first; within one second the last one listed is the oldest.
      return [...texts.values()].reverse().sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime())
    },

    async media(sid, signal) {
      const response = await ask(within(`${messages}/${encodeURIComponent(sid)}/Media.json`), signal)
      if (response.status === 404) return []
      const files = await answer(response, readMediaList)
      return files.map(({ path, contentType }) => ({ url: within(path).href, contentType }))
    },
  }
}

async function answer<T>(response: Response, as: (json: unknown) => T | undefined): Promise<T> {
  const said = response.ok ? await read(response, as) : undefined
  if (said === undefined) throw new Error(`The carrier's list could not be read (${response.status}).`)
  return said
}

/** The carrier's times are whole seconds, without a fraction. */
function second(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z')
}

function isOutside({ sentAt }: ReceivedText, from: Date, until: Date): boolean {
  return sentAt.getTime() < Math.floor(from.getTime() / 1000) * 1000 || sentAt > until
}
