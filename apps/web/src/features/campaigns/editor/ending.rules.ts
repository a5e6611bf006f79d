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

/** What a colleague did, in a sentence. The name of the one who saved is null if it is not known. */
export function conflictWords(known: Campaign | null, theirs: Campaign, by: string | null): string {
  if (known !== null && known.revision === theirs.revision)
    return `Somebody ${theirs.status === 'scheduled' ? 'scheduled' : 'changed'} it meanwhile.`
  return `${by ?? 'Somebody'} saved a newer version.`
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
