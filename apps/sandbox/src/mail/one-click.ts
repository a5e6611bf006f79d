/** What a mail program does when its reader presses Unsubscribe: the POST of RFC 8058, without a cookie and without a person. */
import type { SandboxConfig } from '../config.ts'
import { reachable } from '../reachable.ts'
import type { TakenMail } from './postbox.ts'

export type OneClickConfig = Pick<SandboxConfig, 'publicUrl' | 'apiUrl'>

const ANSWER_MS = 15_000

/** The status of the answer; null if the mail has no address for one click, or nobody answers there. */
export async function clickUnsubscribe({ headers }: TakenMail, config: OneClickConfig): Promise<number | null> {
  const header = (name: string) => Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  const [, address] = /<(https?:[^>]+)>/.exec(header('list-unsubscribe') ?? '') ?? []
  const body = header('list-unsubscribe-post')
  if (address === undefined || body !== 'List-Unsubscribe=One-Click') return null
  try {
    const answer = await fetch(reachable(address, config), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return null
  }
}
