/** A carrier that may leave a call without an answer, whether or not it has taken the text. It knows which API calls. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serve } from '../support/services.ts'

export type Manner = 'answers' | 'takes the text and hangs' | 'hangs'

interface Text {
  readonly sid: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly date_created: string
  readonly num_media: '0'
}

export interface HangingCarrier {
  /** The carrier's address for the API of this name. */
  urlFor(api: string): string
  /** From now on it treats texts to this phone so. */
  treat(phone: string, manner: Manner): void
  /** The name of the API whose call about this phone has no answer; undefined without one. */
  hungBy(phone: string): string | undefined
  /** The texts to this phone that it has taken. */
  textsTo(phone: string): string[]
  close(): Promise<void>
}

export async function openHangingCarrier(): Promise<HangingCarrier> {
  const texts: Text[] = []
  const manners = new Map<string, Manner>()
  const hung = new Map<string, string>()
  async function answer(req: IncomingMessage, res: ServerResponse) {
    const json = (status: number, body: object) =>
      void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://carrier.test')
    if (req.method === 'GET') return json(200, { messages: texts.filter(({ to }) => to === searchParams.get('To')) })
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(req, 'end')
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
    const [to = '', from = '', body = ''] = [form.get('To'), form.get('From'), form.get('Body')].map(String)
    const manner = manners.get(to) ?? 'answers'
    const sid = `SM${texts.length}`
    if (manner !== 'hangs') texts.push({ sid, from, to, body, date_created: new Date().toUTCString(), num_media: '0' })
    if (manner === 'answers') return json(201, { sid, status: 'queued' })
    hung.set(to, pathname.split('/')[1] ?? '')
  }
  const server = await serve((req, res) => void answer(req, res))
  return {
    urlFor: (api) => `${server.url}/${api}`,
    treat: (phone, manner) => void manners.set(phone, manner),
    hungBy: (phone) => hung.get(phone),
    textsTo: (phone) => texts.filter(({ to }) => to === phone).map(({ body }) => body),
    close: server.close,
  }
}
