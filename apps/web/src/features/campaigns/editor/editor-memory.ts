/** The memory and the events of the campaign editor. */
import type { Campaign, CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import { isEditable, isOffered } from '@foyer/contracts/campaign/states.rules.ts'
import { bodyOf, type Draft, draftOf, draftProblems, type Here } from './draft.rules.ts'
import { type Ending, endingOf } from './ending.rules.ts'

/** Somebody else saved the campaign after the revision that this editor shows. */
export class NewerCampaign extends Error {
  readonly theirs: Campaign
  constructor(theirs: Campaign) {
    super('Another user saved a newer revision of the campaign')
    this.theirs = theirs
  }
}

/** Somebody else deleted the campaign that was to be saved. */
export class AbsentCampaign extends Error {
  readonly campaign: CampaignDetail
  constructor(campaign: CampaignDetail) {
    super('Another user deleted the campaign')
    this.campaign = campaign
  }
}

/** Another number of patients gets it by now than the button said. */
export class OtherCount extends Error {
  readonly willGet: number
  constructor(willGet: number) {
    super('Another number of patients gets the campaign by now')
    this.willGet = willGet
  }
}

export interface KeepRequest {
  readonly draft: Draft
  /** Null: it is to be added. */
  readonly saved: CampaignDetail | null
  /** The last saved state of the campaign that these words were written for, if it is edited no more. */
  readonly lost: CampaignDetail | null
  /** Stays the same for each try of one addition. */
  readonly key: string
}

export interface LaunchRequest {
  readonly id: string
  readonly revision: number
  readonly expect: number
  readonly key: string
}

export interface EditorContext {
  readonly newId: () => string
  readonly here: () => Here
  readonly startsNew: boolean
  readonly key: string
  /** Stays the same for each try of one launch. */
  readonly launchKey: string
  readonly draft: Draft
  /** The draft that is being saved. */
  readonly sent: Draft | null
  readonly saved: CampaignDetail | null
  /** It is edited no more, though words were not saved: these are kept for a new campaign. */
  readonly lost: CampaignDetail | null
  /** The change that has ended the editing of `lost`. */
  readonly ending: Ending | null
  /** Nothing was changed since it was saved. */
  readonly isKept: boolean
  /** The editor shows missing fields from the first try to save or to launch on. */
  readonly isTried: boolean
  /** Why it did not load, was not saved, or was not launched. */
  readonly error: unknown
  /** The newer revision of somebody else. */
  readonly theirs: Campaign | null
  readonly counted: CountedAudience | null
  /** `counted` is about the draft as it is. */
  readonly isCounted: boolean
  readonly countError: unknown
  /** The number that the launch button shows and the API expects. */
  readonly expect: number | null
  /** The last event of the campaign since a save began, or since the launch was asked for. */
  readonly heard: CampaignDetail | null
}

export type EditorEvent =
  | { type: 'told'; campaign: CampaignDetail }
  | { type: 'absent' }
  | { type: 'unreadable'; error: unknown }
  | { type: 'changed'; values: Partial<Draft> }
  | { type: 'save' }
  | { type: 'count' }
  | { type: 'loadTheirs' }
  | { type: 'keepMine' }
  | { type: 'launch' }
  | { type: 'confirm' }
  | { type: 'cancel' }

export interface EditorInput {
  readonly newId: () => string
  readonly here: () => Here
  /** A campaign that is not there yet needs no loading. */
  readonly isNew: boolean
}

export function isValid({ draft, here, saved }: EditorContext): boolean {
  return Object.keys(draftProblems(draft, here(), saved?.status)).length === 0
}

/** Something was changed since the campaign was saved. */
export function hasWords({ saved, isKept }: EditorContext): boolean {
  return saved !== null && !isKept
}

/** Starts by itself at its time: only what somebody has confirmed is saved. */
export function isWaiting(campaign: Campaign | null): boolean {
  return campaign?.status === 'scheduled'
}

/** A scheduled campaign starts by itself, a paused one is resumed. */
export function isLaunchable(saved: Campaign | null): boolean {
  return saved === null || isOffered(saved.status, 'launch')
}

/** Another revision or status is told, so that a launch that was asked for before is about a former state. */
export function isOvertaken(saved: Campaign | null, told: Campaign | null): boolean {
  if (saved === null || told === null) return false
  const isNewer = told.version > saved.version && (told.status !== saved.status || told.deleted)
  return isNewer || told.revision > saved.revision
}

/** The newest event that arrived during a save, if the save's answer is older; else null. */
export function heardMeanwhile({ heard, saved, theirs, sent, error, here }: EditorContext): CampaignDetail | null {
  const known = theirs ?? saved
  if (heard === null || known === null || heard.version <= known.version) return null
  // The save may be made although its answer is lost: then the next try finds it made.
  const isOwn = error !== null && sent !== null && isAsWritten(heard, sent, here())
  return isOwn ? null : heard
}

/** The told campaign is edited no more, and the words that were typed here are not in it. */
export function losesWords(context: EditorContext, told: Campaign): boolean {
  if (!hasWords(context)) return false
  const ending = endingOf(context.saved?.status, told)
  return ending === 'deleted' || (ending !== null && !isAsWritten(told, context.draft, context.here()))
}

function isAsWritten(campaign: Campaign, draft: Draft, here: Here): boolean {
  // The body of a campaign that is edited no more has no fields.
  const status = isEditable(campaign.status) ? campaign.status : 'draft'
  const written = (one: Draft) => JSON.stringify(bodyOf(one, here.timezone, status))
  return written(draftOf(campaign, here, () => '')) === written(draft)
}

/** The draft stays, and is that of a new campaign. Another key: the former one would answer with the former campaign. */
export function keptForNew(
  context: EditorContext,
  lost: CampaignDetail | null,
  ending: Ending,
): Partial<EditorContext> {
  return {
    ...{ lost, ending, saved: null, theirs: null, sent: null, heard: null, error: null, key: context.newId() },
    ...{ isKept: false, isCounted: false, isTried: true },
  }
}

export function shownOf({ here, newId }: EditorContext, campaign: CampaignDetail): Partial<EditorContext> {
  return {
    ...{ saved: campaign, draft: draftOf(campaign, here(), newId), isKept: true, isCounted: false },
    ...{ theirs: null, error: null },
  }
}
