/** Texts that were written ahead, as this screen holds them. */
import { mergeScheduled } from '@foyer/contracts/inbox/apply.rules.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import type { QueryClient } from '@tanstack/react-query'
import { CallError } from '../../../api/call-error.ts'
import { staleQuestion } from '../composer/composer.rules.ts'

export const scheduledKey = (conversationId: string) => ['scheduled', conversationId]

/** What an answer or the stream says of some of them, beside what is held: the newest state of each. */
export function keepScheduled(cache: QueryClient, texts: readonly Scheduled[]): void {
  for (const text of texts)
    cache.setQueryData<readonly Scheduled[]>(scheduledKey(text.conversationId), (held = []) =>
      mergeScheduled(held, [text]),
    )
}

/** Why a text is not kept for later, in words. */
export function refusalWords(error: unknown): { stale: boolean; words: string } {
  if (!(error instanceof CallError))
    return { stale: false, words: 'The text was not kept: nobody answered. Try again.' }
  if (error.reason === 'stale') {
    const conversation = error.data as Parameters<typeof staleQuestion>[0]
    return { stale: true, words: staleQuestion(conversation ?? null) }
  }
  const { message, issues, detail, status } = error
  const said = status < 500 ? (issues[0]?.message ?? detail) : undefined
  return { stale: false, words: said === undefined ? message : `${message}. ${said}` }
}
