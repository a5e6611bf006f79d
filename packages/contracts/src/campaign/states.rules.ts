/** The statechart of a campaign: which event leads from which status to which, and what a refused event is told. */

export const campaignStatuses = ['draft', 'scheduled', 'running', 'paused', 'stopped', 'finished'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/**
 * A campaign pauses itself for `failures`, because too many of the last texts failed, and for `not_ready`, because a launch would
 * be refused by now: its clinic or the settings changed.
 */
export const pauseReasons = ['staff', 'failures', 'not_ready'] as const
export type PauseReason = (typeof pauseReasons)[number]

/**
 * People cause these by calls. `schedule` is a launch for a time that is to come, `launch` one for now. A worker unschedules a
 * campaign too: one that has problems when its time comes.
 */
export const campaignActions = ['schedule', 'launch', 'unschedule', 'pause', 'resume', 'stop'] as const
export type CampaignAction = (typeof campaignActions)[number]

/** A worker causes these: its time has come, problems bar what is left, too many texts failed, nothing is left to be sent. */
export const campaignTurns = ['begin', 'bar', 'fail', 'finish'] as const
export type CampaignTurn = (typeof campaignTurns)[number]

export type CampaignEvent = CampaignAction | CampaignTurn

const NEXT: Readonly<Record<CampaignStatus, Readonly<Partial<Record<CampaignEvent, CampaignStatus>>>>> = {
  draft: { schedule: 'scheduled', launch: 'running' },
  scheduled: { begin: 'running', unschedule: 'draft', stop: 'stopped' },
  running: { pause: 'paused', bar: 'paused', fail: 'paused', stop: 'stopped', finish: 'finished' },
  paused: { resume: 'running', stop: 'stopped' },
  stopped: {},
  finished: {},
}

/** The event has already happened: once more it is a success that changes nothing. */
const DONE: Readonly<Partial<Record<CampaignEvent, CampaignStatus>>> = {
  unschedule: 'draft',
  pause: 'paused',
  resume: 'running',
  stop: 'stopped',
}

/** The status after the event; the same one if it has already happened, null if it does not fit. */
export function statusAfter(status: CampaignStatus, event: CampaignEvent): CampaignStatus | null {
  return NEXT[status][event] ?? (DONE[event] === status ? status : null)
}

/** Whether the event changes the campaign. A screen offers it only then. */
export function isOffered(status: CampaignStatus, event: CampaignEvent): boolean {
  return NEXT[status][event] !== undefined
}

/** Every campaign can be copied, which makes a draft. */
export function isDeletable(status: CampaignStatus): boolean {
  return status !== 'running' && status !== 'paused'
}

/** Nothing more is sent. */
export function hasEnded(status: CampaignStatus): boolean {
  return status === 'stopped' || status === 'finished'
}

/** The fields that staff may still change while a campaign is paused; of its steps only subject and content. */
const changeableWhilePaused = ['name', 'content', 'subject', 'steps', 'perHour', 'failurePercent'] as const

/** Whether anything of it may be changed: a running campaign is paused first, one that ended is copied. */
export function isEditable(status: CampaignStatus): boolean {
  return status === 'draft' || status === 'scheduled' || status === 'paused'
}

/** Whether the field of PUT campaign/:id may be changed in this status. */
export function isChangeable(status: CampaignStatus, field: string): boolean {
  if (status !== 'paused') return isEditable(status)
  return (changeableWhilePaused as readonly string[]).includes(field)
}

const LABELS: Readonly<Record<CampaignStatus, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  finished: 'Finished',
}

export function statusLabel(status: CampaignStatus): string {
  return LABELS[status]
}

const IS: Readonly<Record<CampaignStatus, string>> = {
  draft: 'The campaign is a draft.',
  scheduled: 'The campaign is scheduled.',
  running: 'The campaign is running.',
  paused: 'The campaign is paused.',
  stopped: 'The campaign was stopped.',
  finished: 'The campaign has finished.',
}

/** The sentence of 409 `conflict` for an event, a change or a deletion that does not fit the status. */
export function refusalOf(status: CampaignStatus, wish: CampaignAction | 'change' | 'delete'): string {
  if (wish === 'delete' && !isDeletable(status)) return 'Stop it first.'
  if (wish === 'change' && status === 'running') return 'Pause it first.'
  if (wish === 'change' && status === 'paused')
    return 'The campaign is paused. Its name, words, pace and limit of failures may change.'
  return IS[status]
}
