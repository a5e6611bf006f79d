/** The few fields of Twilio's answers that are used; an answer without them says nothing. */
import { z } from 'zod'

const message = z.object({ sid: z.string().min(1) })

const listed = z.object({
  sid: z.string().min(1),
  body: z.string().nullable(),
  num_media: z.coerce.number().default(0),
  /** RFC 2822. */
  date_created: z.string(),
})
const list = z.object({ messages: z.array(listed) })

const error = z.object({ code: z.union([z.number(), z.string()]).transform(String) })

export const readMessage = (json: unknown) => message.safeParse(json).data
export const readError = (json: unknown) => error.safeParse(json).data

export interface ListedMessage {
  readonly sid: string
  /** Empty where it is files alone. */
  readonly body: string
  /** How many files went with it. */
  readonly media: number
  readonly createdAt: Date
}

export function readMessages(json: unknown): ListedMessage[] | undefined {
  return list.safeParse(json).data?.messages.map(({ sid, body, num_media, date_created }) => ({
    ...{ sid, body: body ?? '', media: num_media },
    createdAt: new Date(date_created),
  }))
}

/** An answer that is no JSON, or that breaks off, is none. */
export async function read<T>(response: Response, as: (json: unknown) => T | undefined): Promise<T | undefined> {
  try {
    return as(await response.json())
  } catch {
    return undefined
  }
}
