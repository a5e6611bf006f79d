import { createContext, use, useSyncExternalStore } from 'react'
import type { Drafts } from './drafts.actors.ts'

export const DraftsOfInbox = createContext<Drafts | null>(null)

const never = () => () => undefined

/** What this person has begun to write in a conversation; undefined for nothing. */
export function useDraft(conversationId: string): string | undefined {
  const drafts = use(DraftsOfInbox)
  return useSyncExternalStore(drafts?.subscribe ?? never, () => drafts?.texts().get(conversationId))
}
