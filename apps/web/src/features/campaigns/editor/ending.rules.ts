/** The changes of a campaign after which it is edited no more, and what the editor says of them. */
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
