/** The changes of a campaign by colleagues that end or stop its editing, and what the editor says of them. */
import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { isEditable } from '@foyer/contracts/campaign/states.rules.ts'

export type Ending = 'deleted' | 'launched' | 'started' | 'resumed' | 'stopped' | 'finished'

type Standing = Pick<Campaign, 'status' | 'deleted'>

/** The change that has led there from the status that the editor knew; null while the campaign may be edited. */
export function endingOf(known: Campaign['status'] | undefined, { status, deleted }: Standing): Ending | null {
  if (deleted) return 'deleted'
  if (isEditable(status)) return null
  if (status === 'stopped' || status === 'finished') return status
  if (known === 'paused') return 'resumed'
  return known === 'scheduled' ? 'started' : 'launched'
}

/** The words that are kept are saved for this status at once: a scheduled campaign starts by itself. */
const STATUS_WORDS: Readonly<Partial<Record<Campaign['status'], string>>> = {
  draft: 'It is a draft again.',
  scheduled: 'It is scheduled now.',
  paused: 'It was launched and is paused.',
}

/** The conflict bar names the change that colleagues made to the known campaign. `by` is null if no name of the saver is known. */
export function conflictWords(known: Campaign | null, theirs: Campaign, by: string | null): string {
  const isSaved = known?.revision !== theirs.revision
  if (!isSaved && theirs.status === 'scheduled') return 'Somebody scheduled it meanwhile.'
  const change = isSaved ? `${by ?? 'Somebody'} saved a newer version.` : 'Somebody changed it meanwhile.'
  const status = known !== null && known.status !== theirs.status ? STATUS_WORDS[theirs.status] : undefined
  return status === undefined ? change : `${change} ${status}`
}

const SENTENCES: Readonly<Record<Ending, string>> = {
  deleted: 'Somebody deleted this campaign.',
  launched: 'Somebody launched this campaign.',
  started: 'This campaign has started.',
  resumed: 'Somebody resumed this campaign.',
  stopped: 'Somebody stopped this campaign.',
  finished: 'This campaign has finished.',
}

export function endingWords(ending: Ending): string {
  return `${SENTENCES[ending]} What you wrote is still here: save it as a new campaign.`
}
