/** The draft that is saved for a composer: one text, because the server keeps one per conversation. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { ComposerModel } from './composer-model.rules.ts'

export interface WrittenDraft {
  readonly message: string
  /** The draft is for an internal note. */
  readonly private: boolean
}

/** The text of the open box, else of the other one. */
export function draftIn({ mode, drafts }: Pick<ComposerModel, 'mode' | 'drafts'>): WrittenDraft {
  const other = mode === 'text' ? 'note' : 'text'
  const shown = isBlank(drafts[mode]) && !isBlank(drafts[other]) ? other : mode
  return isBlank(drafts[shown])
    ? { message: '', private: false }
    : { message: drafts[shown], private: shown === 'note' }
}

/** Higher than any known revision, and than any from a screen with a correct clock. */
export function laterRevision(known: number, now: Date): number {
  return Math.max(known, now.getTime()) + 1
}
