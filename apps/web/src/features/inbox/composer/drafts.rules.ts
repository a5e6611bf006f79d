/** What of a composer is kept as its draft: one text, as the server has one for each conversation. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { ComposerModel } from '../thread/outbox.rules.ts'

export interface WrittenDraft {
  readonly message: string
  /** It is to be an internal note. */
  readonly private: boolean
}

/** What stands in the box that is open, else in the other one. */
export function draftIn({ mode, drafts }: Pick<ComposerModel, 'mode' | 'drafts'>): WrittenDraft {
  const other = mode === 'text' ? 'note' : 'text'
  const shown = isBlank(drafts[mode]) && !isBlank(drafts[other]) ? other : mode
  return isBlank(drafts[shown])
    ? { message: '', private: false }
    : { message: drafts[shown], private: shown === 'note' }
}

/** Higher than any that is known, and than any of a screen whose clock is right. */
export function laterRevision(known: number, now: Date): number {
  return Math.max(known, now.getTime()) + 1
}
