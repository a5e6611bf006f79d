/** The used fields of Twilio's answers. An answer without them is treated as unreadable. */
import { z } from 'zod'

const message = z.object({ sid: z.string().min(1) })

const listed = z.object({
  sid: z.string().min(1),
  body: z.string().nullable(),
  num_media: z.coerce.number().default(0),
  /** In RFC 2822 format. */
  date_created: z.string(),
})
const list = z.object({ messages: z.array(listed) })

const inbound = z.object({
  sid: z.string().min(1),
  direction: z.string(),
  from: z.string(),
  to: z.string(),
  body: z.string().nullable(),
  num_media: z.coerce.number().default(0),
  /** Both in RFC 2822 format. */
  date_sent: z.string().nullish(),
  date_created: z.string(),
})
const inboundPage = z.object({ messages: z.array(inbound), next_page_uri: z.string().nullish() })
const mediaPage = z.object({
  media_list: z.array(z.object({ uri: z.string(), content_type: z.string() })),
})

const error = z.object({ code: z.union([z.number(), z.string()]).transform(String) })

export const readMessage = (json: unknown) => message.safeParse(json).data
export const readError = (json: unknown) => error.safeParse(json).data

export interface ListedMessage {
  readonly sid: string
  /** Empty when the message has only files. */
  readonly body: string
  /** The number of attached files. */
  readonly media: number
  readonly createdAt: Date
}

export function readMessages(json: unknown): ListedMessage[] | undefined {
  return list.safeParse(json).data?.messages.map(({ sid, body, num_media, date_created }) => ({
    ...{ sid, body: body ?? '', media: num_media },
    createdAt: new Date(date_created),
  }))
}

export interface ReceivedText {
  readonly sid: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly media: number
  readonly sentAt: Date
}

export interface ReceivedPage {
  readonly texts: readonly ReceivedText[]
  /** A path at the carrier. */
  readonly next: string | null
}

/** The received texts on a page of messages. */
export function readReceived(json: unknown): ReceivedPage | undefined {
  const page = inboundPage.safeParse(json).data
  if (!page) return undefined
  const texts = page.messages
    .filter(({ direction }) => direction === 'inbound')
    .map(({ sid, from, to, body, num_media, date_sent, date_created }) => ({
      ...{ sid, from, to, body: body ?? '', media: num_media },
      sentAt: new Date(date_sent ?? date_created),
    }))
  if (texts.some(({ sentAt }) => Number.isNaN(sentAt.getTime()))) return undefined
  return { texts, next: page.next_page_uri ?? null }
}

export function readMediaList(json: unknown): { path: string; contentType: string }[] | undefined {
  return mediaPage
    .safeParse(json)
    .data?.media_list.map(({ uri, content_type }) => ({ path: uri.replace(/\.json$/, ''), contentType: content_type }))
}

/** Undefined when the answer is not JSON or is truncated. */
export async function read<T>(response: Response, as: (json: unknown) => T | undefined): Promise<T | undefined> {
  try {
    return as(await response.json())
  } catch {
    return undefined
  }
}
