import { type ActorRefFrom, assign, enqueueActions } from 'xstate'
import { type CountBody, countBody, newDraft } from './draft.rules.ts'
import { NewerCampaign, OtherCount } from './editor-memory.ts'
import { editorSetup } from './editor-setup.ts'

/** The words of a campaign that is edited no more go on as those of a new one, which is counted anew. */
const forNew = { target: '#campaignEditor.editing', reenter: true, actions: 'keepForNew' } as const
/** A campaign that was deleted, that sends or that has ended is not edited. */
const ends = [
  { guard: 'isOfLost' },
  { guard: 'losesWords', ...forNew },
  { guard: 'isDeleted', target: '#campaignEditor.gone' },
  { guard: 'isUnderWay', target: '#campaignEditor.launched', actions: 'show' },
] as const
const absent = [{ guard: 'isForNew' }, { guard: 'hasWords', ...forNew }, { target: '#campaignEditor.gone' }] as const

/**
 * The editor of a campaign.
 *
 *   loading ──▶ editing | failed | gone
 *   editing.keeping:  new ──save──▶ saving ──▶ clean ──changed──▶ dirty ──pause──▶ saving
 *                     dirty stays until save while the campaign is scheduled
 *                     saving ──▶ saveFailed | conflict ──loadTheirs──▶ clean, ──keepMine──▶ saving
 *                     conflict ──▶ dirty once the campaign has its former status again, and nobody has saved
 *                     a deletion, a start or a stop by others leads to new while words are not saved,
 *                     else to gone or launched
 *   editing.counting: idle ──pause──▶ asking ──▶ counted | failed; a change goes back to idle
 *   editing ──launch──▶ confirming ──▶ launching ──▶ launched | refused ──confirm──▶ launching
 *
 * The owner of the machine reads the campaign and follows its events, and says so by `told`, `absent` and `unreadable`.
 */
export const campaignEditorMachine = editorSetup.createMachine({
  id: 'campaignEditor',
  context: ({ input: { newId, here, isNew } }) => ({
    ...{ newId, here, startsNew: isNew, key: newId(), launchKey: newId() },
    ...{ draft: newDraft(here()), sent: null, saved: null, isKept: false, isTried: false },
    ...{ error: null, theirs: null, counted: null, isCounted: false, countError: null, expect: null },
    ...{ heard: null, lost: null, ending: null },
  }),
  initial: 'loading',
  states: {
    loading: {
      always: { guard: ({ context }) => context.startsNew, target: 'editing.keeping.new' },
      on: {
        told: [...ends, { target: 'editing.keeping.clean', actions: 'show' }],
        absent: 'gone',
        unreadable: { target: 'failed', actions: assign(({ event }) => ({ error: event.error })) },
      },
    },
    failed: {
      on: {
        told: [...ends, { target: 'editing.keeping.clean', actions: 'show' }],
        absent: 'gone',
      },
    },
    gone: {},
    editing: {
      type: 'parallel',
      on: {
        absent,
        launch: [{ guard: 'isLaunchable', target: 'confirming' }, { actions: 'try' }],
        told: [...ends, { actions: 'follow' }],
      },
      states: {
        keeping: {
          initial: 'new',
          on: { changed: { actions: 'keep' } },
          states: {
            new: { on: { save: [{ guard: 'isValid', target: 'saving' }, { actions: 'try' }] } },
            clean: {
              on: {
                changed: { target: 'dirty', actions: 'keep' },
                told: [
                  ...ends,
                  { guard: 'isNewer', target: 'clean', reenter: true, actions: 'show' },
                  { actions: 'follow' },
                ],
              },
            },
            dirty: {
              after: { savePause: { guard: 'savesItself', target: 'saving' } },
              on: {
                changed: { target: 'dirty', reenter: true, actions: 'keep' },
                save: [{ guard: 'isValid', target: 'saving' }, { actions: 'try' }],
                told: [
                  ...ends,
                  { guard: 'isNewer', target: 'conflict', actions: 'holdTheirs' },
                  { guard: 'isUnscheduled', target: 'dirty', reenter: true, actions: 'follow' },
                  { actions: 'follow' },
                ],
              },
            },
            saving: {
              entry: assign(({ context }) => ({ sent: context.draft, error: null, heard: null })),
              invoke: {
                src: 'keep',
                input: ({ context: { draft, saved, lost, key } }) => ({ draft, saved, lost, key }),
                onDone: [
                  {
                    guard: ({ context }) => context.sent === context.draft,
                    target: 'clean',
                    actions: [assign(({ event }) => ({ saved: event.output, isKept: true })), 'endSave'],
                  },
                  { target: 'dirty', actions: [assign(({ event }) => ({ saved: event.output })), 'endSave'] },
                ],
                onError: [
                  { guard: 'findsNone', ...forNew },
                  {
                    guard: ({ event }) => event.error instanceof NewerCampaign,
                    target: 'conflict',
                    actions: [assign(({ event }) => ({ theirs: (event.error as NewerCampaign).theirs })), 'endSave'],
                  },
                  { target: 'saveFailed', actions: [assign(({ event }) => ({ error: event.error })), 'endSave'] },
                ],
              },
              // The answer of the call says more than the event of its revision, which may come before it.
              on: {
                told: [...ends, { actions: 'hear' }],
              },
            },
            saveFailed: {
              on: {
                changed: [
                  { guard: 'isNew', target: 'new', actions: 'keep' },
                  { target: 'dirty', actions: 'keep' },
                ],
                save: [{ guard: 'isValid', target: 'saving' }, { actions: 'try' }],
                told: [...ends, { guard: 'isNewer', target: 'conflict', actions: 'holdTheirs' }, { actions: 'follow' }],
              },
            },
            conflict: {
              on: {
                loadTheirs: { target: 'clean', actions: 'showTheirs' },
                // `saved` stays what the words were written for, so that the editor says what has changed since then.
                told: [
                  ...ends,
                  { guard: 'isSettled', target: 'dirty', actions: ['dropTheirs', 'follow'] },
                  { guard: 'isNewerThanTheirs', actions: 'holdTheirs' },
                  {},
                ],
                keepMine: [
                  { guard: 'isValid', target: 'saving', actions: 'takeRevision' },
                  { target: 'dirty', actions: 'takeRevision' },
                ],
              },
            },
          },
        },
        counting: {
          initial: 'idle',
          on: {
            changed: { guard: 'recounts', target: '.idle' },
            count: '.asking',
            told: { guard: 'isNewer', target: '.idle' },
            loadTheirs: '.idle',
          },
          states: {
            idle: {
              always: { guard: 'isCounted', target: 'counted' },
              after: { countPause: { guard: 'isCountable', target: 'asking' } },
            },
            asking: {
              invoke: {
                src: 'count',
                input: ({ context: { draft, saved } }) => countBody(draft, saved?._id) as CountBody,
                onDone: {
                  target: 'counted',
                  actions: assign(({ event }) => ({ counted: event.output, isCounted: true, countError: null })),
                },
                onError: { target: 'failed', actions: assign(({ event }) => ({ countError: event.error })) },
              },
            },
            counted: {},
            failed: {},
          },
        },
      },
    },
    confirming: {
      entry: assign(({ context: { counted, newId } }) => ({
        ...{ expect: counted?.willGet ?? null, error: null, heard: null, launchKey: newId() },
      })),
      on: {
        ...{ confirm: 'launching', cancel: 'leaving', absent },
        told: [{ guard: 'isOvertaken', target: 'leaving', actions: 'hear' }, { actions: 'follow' }],
      },
    },
    /** Back to where the editor was, which then hears what was told meanwhile. */
    leaving: {
      entry: enqueueActions(({ context: { heard }, enqueue }) => {
        if (heard !== null) enqueue.raise({ type: 'told', campaign: heard })
        enqueue.assign({ heard: null, error: null })
      }),
      always: [
        { guard: 'isNew', target: 'editing.keeping.new' },
        { guard: ({ context }) => context.theirs !== null, target: 'editing.keeping.conflict' },
        { guard: 'isKept', target: 'editing.keeping.clean' },
        { target: 'editing.keeping.dirty' },
      ],
    },
    launching: {
      initial: 'deciding',
      // The event of its own launch may come before the answer.
      on: { told: { actions: 'hear' } },
      states: {
        deciding: { always: [{ guard: 'isKept', target: 'starting' }, { target: 'keeping' }] },
        keeping: {
          invoke: {
            src: 'keep',
            input: ({ context: { draft, saved, lost, key } }) => ({ draft, saved, lost, key }),
            onDone: { target: 'starting', actions: assign(({ event }) => ({ saved: event.output, isKept: true })) },
            onError: [
              { guard: 'findsNone', ...forNew },
              {
                guard: ({ event }) => event.error instanceof NewerCampaign,
                target: '#campaignEditor.editing.keeping.conflict',
                actions: assign(({ event }) => ({ theirs: (event.error as NewerCampaign).theirs })),
              },
              { target: '#campaignEditor.refused', actions: assign(({ event }) => ({ error: event.error })) },
            ],
          },
        },
        starting: {
          invoke: {
            src: 'launch',
            input: ({ context: { saved, expect, launchKey } }) => ({
              ...{ id: saved?._id ?? '', revision: saved?.revision ?? 0, expect: expect ?? 0, key: launchKey },
            }),
            onDone: {
              target: '#campaignEditor.launched',
              actions: assign(({ event }) => ({ saved: { ...event.output, problems: [] } })),
            },
            onError: [
              {
                guard: ({ event }) => event.error instanceof NewerCampaign,
                target: '#campaignEditor.editing.keeping.conflict',
                actions: assign(({ event }) => ({ theirs: (event.error as NewerCampaign).theirs })),
              },
              {
                guard: ({ event }) => event.error instanceof OtherCount,
                target: '#campaignEditor.refused',
                actions: assign(({ context, event }) => ({
                  ...{ error: event.error, expect: (event.error as OtherCount).willGet },
                  ...{ launchKey: context.newId(), isCounted: false },
                })),
              },
              {
                target: '#campaignEditor.refused',
                actions: assign(({ event }) => ({ error: event.error })),
              },
            ],
          },
        },
      },
    },
    /** Nothing was sent; the dialog says why, and asks again. */
    refused: {
      always: { guard: 'isOvertakenMeanwhile', target: 'leaving' },
      on: {
        ...{ cancel: 'leaving', absent, told: { actions: 'hear' } },
        confirm: [{ guard: ({ context }) => (context.expect ?? 0) > 0, target: 'launching' }],
      },
    },
    launched: {},
  },
})

export type CampaignEditorActor = ActorRefFrom<typeof campaignEditorMachine>
