/** The refusal of a step that an import's state does not allow. */
import type { ImportState } from '@foyer/contracts/imports/import-states.rules.ts'
import { Refusal } from '../../http/refusal.ts'

const SENTENCES: Readonly<Record<ImportState, string>> = {
  reading: 'The file is still being read.',
  checking: 'The rows are still being checked.',
  review: 'The import has not been started.',
  importing: 'The import has been started.',
  stopped: 'The import was stopped.',
  done: 'The import has ended.',
  undoing: 'The import is being undone.',
  undone: 'The import was undone.',
  failed: 'The file could not be read.',
  discarded: 'The file was discarded.',
}

export function conflict(state: ImportState): Refusal {
  return new Refusal('conflict', SENTENCES[state])
}
