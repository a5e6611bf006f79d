import { CallError } from '../../src/api/call-error.ts'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { draft, finished, pausedAsNotReady, pausedByFailures, recall, templates } from '../fixtures/campaign-results.ts'
import { part } from '../gallery-entry.ts'
import {
  RememberedScene,
  ResultsScene,
  SendScene,
  TemplateScene,
  TemplatesScene,
} from '../scenes/campaign-results-scene.tsx'
import type { Hand } from '../use-hand.ts'

const refusedAct = async () => {
  throw new CallError('Failed', 409, { reason: 'conflict', message: 'The campaign has finished.' })
}
const refusedResume = async () => {
  const [problem] = pausedAsNotReady.problems
  throw new CallError('Failed to resume the campaign', 422, { reason: 'not_ready', message: problem?.message ?? '' })
}
const RECIPIENTS = 'ul[aria-label=Recipients] li'

async function pause({ find, press }: Hand) {
  await find(RECIPIENTS)
  await press('main header button:has(.lucide-pause)')
}

async function resume({ find, press }: Hand) {
  await find(RECIPIENTS)
  await press('main header button:has(.lucide-play)')
}

async function stop({ find, press }: Hand) {
  await find(RECIPIENTS)
  await press('main header button:has(.lucide-square)')
  await find('[role=alertdialog]')
}

/** Changes the name and saves it. */
async function rename({ type, press, find }: Hand) {
  await type('main section input', 'Recall, twice a year')
  await press('main .justify-end > button:not([aria-disabled])')
  await find('main [role=alert]')
}

function overtaken(): never {
  throw new CallError('Failed to save', 409, {
    reason: 'stale',
    data: { ...recall, name: 'Recall of Dana', version: 99 },
  })
}

function deletedBeforeSave(): Answers {
  let isThere = true
  return {
    notifierTemplates: () => ok(isThere ? [...templates] : []),
    saveNotifierTemplate: () => {
      isThere = false
      return refuse(404, 'not_found')
    },
  }
}
const deletion = { type: 'template.changed', data: { ...recall, deleted: true, version: 99 } }

export const campaignResultsPart = part('Results of a campaign', {
  loading: { title: 'The campaign is loading', show: () => <ResultsScene answers={{ campaign: never }} /> },
  failed: { title: 'The campaign did not load', show: () => <ResultsScene answers={{ campaign: () => refuse() }} /> },
  gone: {
    title: 'No such campaign',
    show: () => <ResultsScene answers={{ campaign: () => refuse(404, 'not_found') }} />,
  },
  running: { title: 'A running campaign', show: () => <ResultsScene /> },
  offline: { title: 'A running campaign, offline', show: () => <ResultsScene offline /> },
  draft: { title: 'A draft', show: () => <ResultsScene told={draft} /> },
  finished: { title: 'A finished campaign', show: () => <ResultsScene told={finished} /> },
  failures: { title: 'Paused by failures', show: () => <ResultsScene told={pausedByFailures} /> },
  'not-ready': { title: 'Paused as not ready', show: () => <ResultsScene told={pausedAsNotReady} /> },
  'not-resumed': {
    title: 'Resume is refused',
    show: () => <ResultsScene told={pausedAsNotReady} act={refusedResume} then={resume} />,
  },
  table: {
    title: 'Days as a table',
    show: () => (
      <ResultsScene
        then={async ({ press, find }) => {
          await press('button:has(.lucide-table-2)')
          await find('figure button[aria-pressed=true]')
        }}
      />
    ),
  },
  causes: {
    title: 'The causes of failures to choose from',
    show: () => (
      <ResultsScene
        then={async ({ press, find }) => {
          await find(RECIPIENTS)
          await press('button[aria-label^="Failed because"]')
          await find('[role=option]')
        }}
      />
    ),
  },
  remembered: { title: 'Read before, and not loaded again', show: () => <RememberedScene /> },
  'no-recipients': {
    title: 'No recipients yet',
    show: () => <ResultsScene answers={{ campaignRecipients: () => ok([]) }} />,
  },
  'recipients-failed': {
    title: 'Recipients did not load',
    show: () => <ResultsScene answers={{ campaignRecipients: () => refuse() }} />,
  },
  asking: { title: 'Stop, asked once', show: () => <ResultsScene then={stop} /> },
  acting: { title: 'It is being paused', show: () => <ResultsScene then={pause} /> },
  refused: { title: 'An act is refused', show: () => <ResultsScene act={refusedAct} then={pause} /> },
})

export const templatesPart = part('Templates', {
  list: { title: 'Templates', show: () => <TemplatesScene /> },
  empty: { title: 'No templates yet', show: () => <TemplatesScene answers={{ notifierTemplates: () => ok([]) }} /> },
  loading: { title: 'Templates are loading', show: () => <TemplatesScene answers={{ notifierTemplates: never }} /> },
  failed: {
    title: 'Templates did not load',
    show: () => <TemplatesScene answers={{ notifierTemplates: () => refuse() }} />,
  },
  offline: { title: 'Templates, offline', show: () => <TemplatesScene offline /> },
  new: { title: 'A new template', show: () => <TemplateScene templateId={null} /> },
  one: { title: 'A template with its runs', show: () => <TemplateScene templateId="tpl_recall" /> },
  rules: {
    title: 'Rules of a template',
    show: () => (
      <TemplateScene
        templateId={null}
        then={async ({ press, find }) => {
          await press('main button[aria-haspopup=listbox]')
          await press('[role=option]:nth-of-type(2)')
          await press('fieldset[aria-label=Audience] button')
          await find('[aria-label="Rule 1, value"], [aria-label=Rules] input')
        }}
      />
    ),
  },
  absent: { title: 'No such template', show: () => <TemplateScene templateId="tpl_none" /> },
  overtaken: {
    title: 'A colleague saved it meanwhile',
    show: () => <TemplateScene templateId="tpl_recall" answers={{ saveNotifierTemplate: overtaken }} then={rename} />,
  },
  deleted: {
    title: 'A colleague deleted it meanwhile',
    show: () => <TemplateScene templateId="tpl_recall" answers={deletedBeforeSave()} then={rename} />,
  },
  'deleted-empty': {
    title: 'A colleague deleted it, and nothing was written',
    show: () => <TemplateScene templateId="tpl_recall" news={[deletion]} />,
  },
  deleting: {
    title: 'Delete, asked once',
    show: () => (
      <TemplateScene
        templateId="tpl_recall"
        then={async ({ press, find }) => {
          await press('main header button:has(.lucide-trash-2)')
          await find('[role=alertdialog]')
        }}
      />
    ),
  },
})

export const sendPart = part('Send a notification', {
  empty: { title: 'Nobody chosen yet', show: () => <SendScene /> },
  offline: { title: 'Offline', show: () => <SendScene offline /> },
  unread: {
    title: 'The clinic’s number did not load',
    show: () => <SendScene answers={{ outreachSettings: () => refuse() }} />,
  },
  wording: {
    title: 'The guard',
    show: () => (
      <SendScene
        then={async ({ type, find }) => {
          await type('textarea', 'Reply CANCEL to cancel your visit.')
          await find('[aria-label=Wording]')
        }}
      />
    ),
  },
  gaps: {
    title: 'Details that are not known',
    show: () => (
      <SendScene
        then={async ({ type, find }) => {
          await type('textarea', 'Hi {{firstName}}, {{doctor}} is at {{location}}. Call {{clinicPhone}}.')
          await find('[aria-label="Missing details"]')
        }}
      />
    ),
  },
  email: {
    title: 'An email',
    show: () => (
      <SendScene
        then={async ({ press, find }) => {
          await press('input[value=email]')
          await find('input[type=email]')
        }}
      />
    ),
  },
})
