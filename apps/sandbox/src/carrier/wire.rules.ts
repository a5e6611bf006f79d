/** The carrier's wire, Twilio's to the letter: what its REST API answers and what it posts. */
import { segmentsOf } from '@foyer/contracts/outreach/segments.rules.ts'
import type { Text } from './text.ts'

export const API_VERSION = '2010-04-01'

export function accountPath(accountSid: string): string {
  return `/${API_VERSION}/Accounts/${accountSid}`
}

/** The path of a text's file, below the carrier's own address. */
function mediaPath(accountSid: string, messageSid: string, mediaSid: string): string {
  return `${accountPath(accountSid)}/Messages/${messageSid}/Media/${mediaSid}`
}

export interface CarrierAddress {
  readonly accountSid: string
  /** The address at which the clinic's software reaches this carrier. */
  readonly ownUrl: string
}

/** A message resource: dates are RFC 2822, numbers are strings, and what is not known is null. */
export function messageResource(text: Text, accountSid: string) {
  const uri = `${accountPath(accountSid)}/Messages/${text.sid}`
  return {
    account_sid: accountSid,
    api_version: API_VERSION,
    body: text.body,
    date_created: rfc2822(text.createdAt),
    date_sent: text.sentAt && rfc2822(text.sentAt),
    date_updated: rfc2822(text.updatedAt),
    direction: text.direction,
    error_code: text.errorCode,
    error_message: null,
    from: text.from,
    messaging_service_sid: null,
    num_media: String(text.media.length),
    num_segments: String(segmentsOf(text.body).segments),
    price: null,
    price_unit: 'USD',
    sid: text.sid,
    status: text.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  }
}

/** The files of a text, as the carrier lists them: those that it has. */
export function mediaList({ sid: textSid, media, createdAt }: Text, accountSid: string) {
  const list = `${accountPath(accountSid)}/Messages/${textSid}/Media.json`
  const uri = (page: number) => `${list}?PageSize=50&Page=${page}`
  const at = rfc2822(createdAt)
  const had = media.flatMap(({ sid, contentType }) => (contentType === null ? [] : [{ sid, contentType }]))
  return {
    end: Math.max(0, had.length - 1),
    first_page_uri: uri(0),
    media_list: had.map(({ sid, contentType }) => ({
      account_sid: accountSid,
      content_type: contentType,
      date_created: at,
      date_updated: at,
      parent_sid: textSid,
      sid,
      uri: `${mediaPath(accountSid, textSid, sid)}.json`,
    })),
    next_page_uri: null,
    page: 0,
    page_size: 50,
    previous_page_uri: null,
    start: 0,
    uri: uri(0),
  }
}

export type MessageResource = ReturnType<typeof messageResource>

/** A page of message resources, as the list answers it; `search` is the query without its page. */
export function messagePage(messages: MessageResource[], { accountSid, search, page, pageSize, total }: PageOf) {
  const uri = (number: number) => {
    const query = new URLSearchParams(search)
    query.set('PageSize', String(pageSize))
    query.set('Page', String(number))
    return `${accountPath(accountSid)}/Messages.json?${query}`
  }
  const start = page * pageSize
  return {
    end: Math.max(start, start + messages.length - 1),
    first_page_uri: uri(0),
    messages,
    next_page_uri: start + messages.length < total ? uri(page + 1) : null,
    page,
    page_size: pageSize,
    previous_page_uri: page > 0 ? uri(page - 1) : null,
    start,
    uri: uri(page),
  }
}

interface PageOf {
  readonly accountSid: string
  readonly search: URLSearchParams
  readonly page: number
  readonly pageSize: number
  readonly total: number
}

export interface Problem {
  readonly code: number
  readonly message: string
  readonly status: number
}

export function problemResource({ code, message, status }: Problem) {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
}

/** The parameters that are posted for a text of a phone: every parameter that the carrier sends, the empty ones too. */
export function inboundParameters(text: Text, { accountSid, ownUrl }: CarrierAddress): Record<string, string> {
  const media = text.media.flatMap(({ sid, contentType }, index) => [
    [`MediaUrl${index}`, `${ownUrl}${mediaPath(accountSid, text.sid, sid)}`],
    [`MediaContentType${index}`, contentType ?? ''],
  ])
  return {
    ToCountry: 'US',
    ToState: placeOf(text.to).state,
    SmsMessageSid: text.sid,
    NumMedia: String(text.media.length),
    ToCity: placeOf(text.to).city,
    FromZip: placeOf(text.from).zip,
    SmsSid: text.sid,
    FromState: placeOf(text.from).state,
    SmsStatus: 'received',
    FromCity: placeOf(text.from).city,
    Body: text.body,
    FromCountry: 'US',
    To: text.to,
    ToZip: placeOf(text.to).zip,
    NumSegments: String(segmentsOf(text.body).segments),
    MessageSid: text.sid,
    AccountSid: accountSid,
    From: text.from,
    ApiVersion: API_VERSION,
    ...Object.fromEntries(media),
  }
}

/** The parameters that are posted when the state of a text changes. */
export function statusParameters(
  text: Pick<Text, 'sid' | 'from' | 'to'>,
  report: { readonly status: Text['status']; readonly errorCode: number | null },
  accountSid: string,
): Record<string, string> {
  return {
    SmsSid: text.sid,
    SmsStatus: report.status,
    MessageStatus: report.status,
    To: text.to,
    MessageSid: text.sid,
    AccountSid: accountSid,
    From: text.from,
    ApiVersion: API_VERSION,
    ...(report.errorCode === null ? {} : { ErrorCode: String(report.errorCode) }),
  }
}

/** "Thu, 30 Jul 2015 20:12:31 +0000" */
function rfc2822(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}

const PLACES: Readonly<Record<string, { city: string; state: string; zip: string }>> = {
  '512': { city: 'AUSTIN', state: 'TX', zip: '78701' },
  '617': { city: 'BOSTON', state: 'MA', zip: '02108' },
  '415': { city: 'SAN FRANCISCO', state: 'CA', zip: '94103' },
}

function placeOf(number: string) {
  const area = /^\+1(\d{3})/.exec(number)?.[1] ?? ''
  return PLACES[area] ?? { city: '', state: '', zip: '' }
}
