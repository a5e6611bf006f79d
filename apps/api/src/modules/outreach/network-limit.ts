/** Limits how often one network may use a public page. */
import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { networkOf } from '../../http/client-network.rules.ts'
import { sendPage } from '../../http/public-page/public-page.ts'
import type { Services } from '../../services.ts'
import { countUse } from './links.store.ts'

const WINDOW_MS = 60_000

export interface NetworkLimit {
  /** Keeps the counts of two pages apart. */
  readonly name: string
  /** The uses of a minute. */
  readonly most: number
  /** The path below which the page lies. */
  readonly below: string
  /** The words for a network that has to wait. */
  readonly words: string
}

/** Counts one more use of the request's network; false once it has answered 429 because there were too many. */
export async function admitUse(
  { database }: Pick<Services, 'database'>,
  { name, most, below, words }: NetworkLimit,
  { req, res, now }: { readonly req: Request; readonly res: Response; readonly now: Date },
): Promise<boolean> {
  const key = createHash('sha256')
    .update(`${name}:${networkOf(req.ip ?? '')}`)
    .digest('base64url')
  const { uses, until } = await database.systemStatement((queries) =>
    countUse(queries, { key, now, windowMs: WINDOW_MS }),
  )
  if (uses <= most) return true
  res.set('Retry-After', String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))))
  sendPage(res, 429, { below, title: 'Please wait a minute', words })
  return false
}
