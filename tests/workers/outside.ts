/** One server that acts as the carrier, the e-mail service, the fax service and a relay. It accepts everything and lists what it accepted. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { png } from '../../apps/api/src/files/sample-files.suite.ts'
import { serve } from '../support/services.ts'
import { createOutsideGoogle, type OutsideGoogle } from './outside-google.ts'

interface Text {
  readonly sid: string
  readonly direction: 'inbound' | 'outbound-api'
  readonly from: string
  readonly to: string
  readonly body: string
  readonly date_created: string
}

export interface Outside {
  /** The environment of a process that uses this server. */
  readonly env: Readonly<Record<string, string>>
  readonly mediaUrl: string
  /** Adds a patient's text for which the carrier's webhook failed. */
  receive(text: { from: string; to: string; body: string; at: Date }): void
  /** How many texts to this phone the carrier has accepted. */
  textsTo(phone: string): number
  /** How many different events of this type the relay has accepted of this organization. */
  eventsOf(organizationId: string, type: string): number
  /** How many mails to this address the service has accepted. */
  mailsTo(address: string): number
  /** How many faxes to this number the service has accepted. */
  faxesTo(number: string): number
  /** Whether the service was told to delete the pages of this fax. */
  isDeleted(sinchId: string): boolean
  readonly google: OutsideGoogle
  close(): Promise<void>
}

export async function openOutside(): Promise<Outside> {
  const texts: Text[] = []
  const mails: { readonly id: string; readonly address: string }[] = []
  const events = new Set<string>()
  const faxes: { readonly id: string; readonly to: string; readonly callbackUrl: string }[] = []
  const deleted = new Set<string>()
  const picture = await png()
  const google = createOutsideGoogle()

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? '', 'http://outside.test')
    const isAsked = req.method === 'GET'
    const body = await bodyOf(req)
    if (url.pathname.includes('/Media/')) return void res.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    if (url.pathname.startsWith('/relay')) return takeEvents(body, res)
    if (url.pathname.startsWith('/google'))
      return google.answer({ method: req.method ?? '', pathname: url.pathname, body }, res)
    if (url.pathname.startsWith('/sinch')) return answerFax(url, req.method ?? '', body, res)
    if (url.pathname.startsWith('/email')) return isAsked ? findMail(url, res) : takeMail(body, res)
    return isAsked ? listTexts(url, res) : takeText(new URLSearchParams(body), res)
  }
  function listTexts(url: URL, res: ServerResponse) {
    const messages = texts.filter(({ to }) => to === url.searchParams.get('To'))
    json(res, 200, { messages: messages.map((text) => ({ ...text, num_media: '0' })) })
  }
  function takeText(form: URLSearchParams, res: ServerResponse) {
    const [to = '', from = '', body = ''] = [form.get('To'), form.get('From'), form.get('Body')].map(String)
    const sid = `SM${texts.length}`
    texts.push({ ...{ sid, from, to, body }, direction: 'outbound-api', date_created: new Date().toUTCString() })
    json(res, 201, { sid, status: 'queued' })
  }
  function takeEvents(body: string, res: ServerResponse) {
    for (const { organizationId, type, seq } of JSON.parse(body).events ?? [])
      events.add(`${organizationId} ${type} ${seq}`)
    json(res, 200, {})
  }
  /** The machine takes each fax at once. */
  function answerFax({ pathname, searchParams }: URL, method: string, body: string, res: ServerResponse) {
    if (pathname.endsWith('/oauth2/token')) return json(res, 200, { access_token: 'token', expires_in: 3600 })
    const shown = (fax: object) => ({ ...fax, status: 'COMPLETED', numberOfPages: 2, pagesSentSuccessfully: 2 })
    if (method === 'DELETE') {
      deleted.add(pathname.split('/').at(-2) ?? '')
      return json(res, 200, {})
    }
    if (method === 'POST') {
      const field = (name: string) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(body)?.[1] ?? ''
      const fax = { id: `FX${faxes.length}`, to: field('to'), callbackUrl: field('callbackUrl') }
      faxes.push(fax)
      return json(res, 200, shown(fax))
    }
    const one = faxes.find(({ id }) => pathname.endsWith(`/${id}`))
    if (one) return json(res, 200, shown(one))
    const found = faxes.filter(({ to }) => to === searchParams.get('to'))
    json(res, 200, { totalPages: 1, faxes: found.map(shown) })
  }
  function takeMail(body: string, res: ServerResponse) {
    const [about] = JSON.parse(body).personalizations
    mails.push({ id: about.custom_args.foyer_mail, address: about.to[0].email })
    json(res, 202, {})
  }
  function findMail(url: URL, res: ServerResponse) {
    const found = mails.filter(({ id }) => url.searchParams.get('query')?.includes(`"${id}"`))
    json(res, 200, { messages: found })
  }

  const server = await serve((req, res) => void answer(req, res))
  const env = {
    TWILIO_BASE_URL: `${server.url}/twilio`,
    TWILIO_ACCOUNT_SID: 'AC1',
    EMAIL_BASE_URL: `${server.url}/email`,
    SINCH_FAX_URL: `${server.url}/sinch`,
    FAX_POLL_SECONDS: '1',
    GOOGLE_BASE_URL: `${server.url}/google`,
    RELAY_URLS: server.url,
  }
  return {
    env,
    google,
    mediaUrl: `${env.TWILIO_BASE_URL}/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1`,
    receive: ({ at, ...text }) =>
      void texts.push({ ...text, sid: `SM${texts.length}`, direction: 'inbound', date_created: at.toUTCString() }),
    textsTo: (phone) => texts.filter(({ to }) => to === phone).length,
    eventsOf: (organizationId, type) =>
      [...events].filter((event) => event.startsWith(`${organizationId} ${type} `)).length,
    mailsTo: (address) => mails.filter((mail) => mail.address === address).length,
    faxesTo: (number) => faxes.filter(({ to }) => to === number).length,
    isDeleted: (sinchId) => deleted.has(sinchId),
    close: server.close,
  }
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of req) body += String(chunk)
  return body
}

function json(res: ServerResponse, status: number, body: object) {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
