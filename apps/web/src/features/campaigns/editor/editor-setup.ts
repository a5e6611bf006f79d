/** The calls that the campaign editor makes, and the conditions and changes that its states name. */
import type { Campaign, CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import { progressed } from '@foyer/contracts/campaign/collections.rules.ts'
import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import { isEditable } from '@foyer/contracts/campaign/states.rules.ts'
import { assign, enqueueActions, fromPromise, setup } from 'xstate'
import { audienceOfDraft } from '../../../parts/campaigns/audience/audience-draft.rules.ts'
import { type CountBody, changesCount } from './draft.rules.ts'
import {
  AbsentCampaign,
  type EditorContext,
  type EditorEvent,
  type EditorInput,
  hasWords,
  heardMeanwhile,
  isLaunchable,
  isOvertaken,
  isValid,
  isWaiting,
  type KeepRequest,
  keptForNew,
  type LaunchRequest,
  losesWords,
  shownOf,
} from './editor-memory.ts'
import { endingOf } from './ending.rules.ts'

/** A saved campaign is saved again once the typing has paused for so long. */
export const SAVE_PAUSE_MS = 1000
export const COUNT_PAUSE_MS = 400

export const editorSetup = setup({
  types: { context: {} as EditorContext, input: {} as EditorInput, events: {} as EditorEvent },
  actors: {
    keep: fromPromise<CampaignDetail, KeepRequest>(() => {
      throw new Error('The campaign editor needs an implementation of `keep`')
    }),
    count: fromPromise<CountedAudience, CountBody>(() => {
      throw new Error('The campaign editor needs an implementation of `count`')
    }),
    launch: fromPromise<Campaign, LaunchRequest>(() => {
      throw new Error('The campaign editor needs an implementation of `launch`')
    }),
  },
  delays: { savePause: SAVE_PAUSE_MS, countPause: COUNT_PAUSE_MS },
  guards: {
    isNew: ({ context: { saved } }) => saved === null,
    isKept: ({ context }) => context.isKept,
    isValid: ({ context }) => isValid(context),
    savesItself: ({ context }) => isValid(context) && !isWaiting(context.saved),
    isCountable: ({ context }) => audienceOfDraft(context.draft) !== null,
    isCounted: ({ context }) => context.isCounted,
    recounts: ({ event }) => event.type === 'changed' && changesCount(event.values),
    isLaunchable: ({ context }) =>
      isValid(context) &&
      context.isCounted &&
      (context.counted?.willGet ?? 0) > 0 &&
      context.theirs === null &&
      context.sent === null &&
      isLaunchable(context.saved),
    /** News of a campaign whose words are kept for a new one. */
    isOfLost: ({ context: { lost }, event }) => event.type === 'told' && event.campaign._id === lost?._id,
    isForNew: ({ context: { saved, lost } }) => saved === null && lost !== null,
    hasWords: ({ context }) => hasWords(context),
    losesWords: ({ context, event }) => event.type === 'told' && losesWords(context, event.campaign),
    findsNone: ({ event }) => 'error' in event && event.error instanceof AbsentCampaign,
    isUnscheduled: ({ context: { saved }, event }) =>
      event.type === 'told' && isWaiting(saved) && !isWaiting(event.campaign),
    isDeleted: ({ event }) => event.type === 'told' && event.campaign.deleted,
    isUnderWay: ({ event }) => event.type === 'told' && !isEditable(event.campaign.status),
    isNewer: ({ context: { saved }, event }) =>
      event.type === 'told' && saved !== null && event.campaign.revision > saved.revision,
    isNewerThanTheirs: ({ context: { theirs }, event }) =>
      event.type === 'told' && event.campaign.version > (theirs?.version ?? 0),
    /** The campaign is again as the words were written for. */
    isSettled: ({ context: { saved, theirs }, event }) =>
      event.type === 'told' &&
      event.campaign.version > (theirs?.version ?? 0) &&
      event.campaign.revision === saved?.revision &&
      event.campaign.status === saved.status,
    isOvertaken: ({ context: { saved }, event }) => event.type === 'told' && isOvertaken(saved, event.campaign),
    isOvertakenMeanwhile: ({ context: { saved, heard } }) => isOvertaken(saved, heard),
  },
  actions: {
    keep: assign(({ context, event }) => {
      if (event.type !== 'changed') return {}
      const isCounted = context.isCounted && !changesCount(event.values)
      return { draft: { ...context.draft, ...event.values }, isKept: false, isCounted, key: context.newId() }
    }),
    show: assign(({ context, event }) => (event.type === 'told' ? shownOf(context, event.campaign) : {})),
    showTheirs: assign(({ context }) =>
      context.theirs === null ? {} : shownOf(context, { ...context.theirs, problems: [] }),
    ),
    /** The draft stays, and is saved over the newer revision. */
    takeRevision: assign(({ context: { saved, theirs } }) =>
      theirs === null ? {} : { saved: { ...theirs, problems: saved?.problems ?? [] }, theirs: null, error: null },
    ),
    follow: assign(({ context: { saved }, event }) =>
      // A newer revision is a conflict with what was typed, so it is never taken silently.
      event.type === 'told' && saved?.revision === event.campaign.revision
        ? { saved: progressed(saved, event.campaign) }
        : {},
    ),
    holdTheirs: assign(({ event }) => (event.type === 'told' ? { theirs: event.campaign } : {})),
    dropTheirs: assign({ theirs: null, error: null }),
    keepForNew: assign(({ context, event }) => {
      const { saved, theirs } = context
      const error = 'error' in event ? event.error : null
      const ending = event.type === 'told' ? endingOf((theirs ?? saved)?.status, event.campaign) : null
      return keptForNew(context, error instanceof AbsentCampaign ? error.campaign : saved, ending ?? 'deleted')
    }),
    /** The save has ended: the editor hears what was told meanwhile. */
    endSave: enqueueActions(({ context, enqueue }) => {
      const campaign = heardMeanwhile(context)
      enqueue.assign({ sent: null, heard: null })
      if (campaign !== null) enqueue.raise({ type: 'told', campaign })
    }),
    hear: assign(({ context: { lost }, event }) =>
      event.type === 'told' && event.campaign._id !== lost?._id ? { heard: event.campaign } : {},
    ),
    try: assign({ isTried: true }),
  },
})
