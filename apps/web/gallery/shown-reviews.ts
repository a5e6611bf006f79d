/** The states of the reply to a review and of the listing editor. */
import { listingEditorMachine } from '../src/features/listings/listing-editor.machine.ts'
import { replyMachine } from '../src/features/reviews/reply.machine.ts'
import type { Address } from './shown-address.ts'
import type { StateId } from './state-ids.ts'

/** Null: lasts no moment. */
const replyStates: Record<StateId<typeof replyMachine>, Address | null> = {
  opening: null,
  closed: 'reviews/public',
  removing: 'reviews/removing',
  'writing.idle': 'reviews/writing',
  'writing.saving': 'reviews/saving',
  'asking.stale': 'reviews/stale',
  'asking.overtaken': 'reviews/replied-meanwhile',
  posting: 'reviews/posting',
  deciding: null,
  posted: 'reviews/posted',
  refused: 'reviews/refused',
}
const listingEditorStates: Record<StateId<typeof listingEditorMachine>, Address> = {
  reading: 'reviews/listing-loading',
  unreadable: 'reviews/listing-failed',
  'editing.idle': 'reviews/listing',
  'editing.comparing': 'reviews/listing-compared',
  saving: 'reviews/listing-saving',
  saved: 'reviews/listing-saved',
  conflict: 'reviews/listing-conflict',
  failed: 'reviews/listing-refused',
}

export const reply = { machine: replyMachine, at: replyStates }
export const listingEditor = { machine: listingEditorMachine, at: listingEditorStates }
