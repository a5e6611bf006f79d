import { CallError } from '../../src/api/call-error.ts'
import type { CampaignEditorActor } from '../../src/features/campaigns/editor/campaign-editor.machine.ts'
import { NewerCampaign, OtherCount } from '../../src/features/campaigns/editor/editor-memory.ts'
import { Component as Outreach } from '../../src/features/settings/outreach/outreach-page.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import {
  counted,
  fluDraft,
  hardDraft,
  newsDraft,
  outreachAnswer,
  outreachSettings,
  recallDraft,
} from '../fixtures/campaigns.ts'
import { part } from '../gallery-entry.ts'
import { CampaignsScene, EditorScene, LOADING } from '../scenes/campaigns-scene.tsx'
import { SettingsScene } from '../scenes/settings-scene.tsx'
import type { Hand } from '../use-hand.ts'

const refused = async () => refuse()
const rename = (actor: CampaignEditorActor) => actor.send({ type: 'changed', values: { name: 'Flu shots, 65 and up' } })
const theirs = {
  ...fluDraft,
  name: 'Flu shots of Dana',
  savedBy: 'usr_dana',
  savedByName: 'Dana Whitfield',
  revision: 9,
}

const LAUNCH = 'main header button:not([aria-disabled]):last-of-type'
const pressLaunch = async ({ press, find }: Hand) => {
  await find('[aria-label=Recipients]')
  await press(LAUNCH)
  await find('[role=alertdialog]')
}
const confirmLaunch = async (hand: Hand) => {
  await pressLaunch(hand)
  await hand.press('[role=alertdialog] button:last-of-type')
}
async function openMenu({ press, find }: Hand) {
  await press('[data-campaign-id=cmp_flu] button')
  await find('[role=menuitem]')
}
async function openList({ press, find }: Hand) {
  await press('[aria-label="Who gets it and who does not"] li:nth-of-type(2) button')
  await find('[role=dialog] ul')
}
async function openTest({ press, find }: Hand) {
  await press('main header button:has(.lucide-smartphone)')
  await find('[role=dialog] form')
}
async function openGaps({ press, find }: Hand) {
  await press('main [aria-expanded=false]:not([aria-haspopup], [aria-controls])')
  await find('main fieldset legend')
}
async function seekNobody({ find, type }: Hand) {
  await find('[data-campaign-id]')
  await type('search input[type=search]', 'nobody')
  await find('main [role=status] .lucide-megaphone')
}
const choosing = (actor: CampaignEditorActor) =>
  actor.send({ type: 'changed', values: { audienceKind: 'patients', patients: [] } })
const wrong = (actor: CampaignEditorActor) => {
  actor.send({ type: 'changed', values: { name: '', date: 'soon', time: '25:00' } })
  actor.send({ type: 'save' })
}

export const campaignsPart = part('Campaigns', {
  list: { title: 'The list', show: () => <CampaignsScene /> },
  'list-loading': { title: 'The list is loading', show: () => <CampaignsScene answers={{ campaigns: never }} /> },
  'list-empty': { title: 'No campaigns yet', show: () => <CampaignsScene answers={{ campaigns: () => ok([]) }} /> },
  'list-unmatched': {
    title: 'No campaign fits',
    show: () => (
      <CampaignsScene answers={{ campaigns: ({ query }) => ok(query.search ? [] : [fluDraft]) }} then={seekNobody} />
    ),
  },
  'list-failed': {
    title: 'The list did not load',
    show: () => <CampaignsScene answers={{ campaigns: () => refuse() }} />,
  },
  'list-forbidden': {
    title: 'Not for this role',
    show: () => <CampaignsScene answers={{ campaigns: () => refuse(403, 'not_allowed') }} />,
  },
  'list-offline': { title: 'The list, offline', show: () => <CampaignsScene offline /> },
  'list-menu': { title: 'What can be done with one', show: () => <CampaignsScene then={openMenu} /> },
  editor: { title: 'The editor', show: () => <EditorScene campaign={fluDraft} /> },
  new: { title: 'A new campaign', show: () => <EditorScene /> },
  guard: { title: 'Words that would opt patients out', show: () => <EditorScene campaign={recallDraft} /> },
  email: { title: 'An email', show: () => <EditorScene campaign={newsDraft} /> },
  hard: { title: 'Long names and wrong words', show: () => <EditorScene campaign={hardDraft} /> },
  gaps: { title: 'Words for missing details', show: () => <EditorScene campaign={fluDraft} then={openGaps} /> },
  loading: { title: 'The editor is loading', show: () => <EditorScene campaign={LOADING} /> },
  failed: {
    title: 'The campaign did not load',
    show: () => (
      <EditorScene
        campaign={LOADING}
        prepare={(actor) =>
          actor.send({ type: 'unreadable', error: new CallError(undefined, 503, { requestId: '7F2A-0911' }) })
        }
      />
    ),
  },
  gone: {
    title: 'No such campaign',
    show: () => <EditorScene campaign={LOADING} prepare={(actor) => actor.send({ type: 'absent' })} />,
  },
  'editor-offline': { title: 'The editor, offline', show: () => <EditorScene campaign={fluDraft} offline /> },
  wrong: { title: 'What is missing', show: () => <EditorScene campaign={fluDraft} prepare={wrong} /> },
  dirty: { title: 'Changed', show: () => <EditorScene campaign={fluDraft} prepare={rename} /> },
  saving: { title: 'Being saved', show: () => <EditorScene campaign={fluDraft} prepare={rename} quick /> },
  'not-saved': {
    title: 'Not saved',
    show: () => <EditorScene campaign={fluDraft} prepare={rename} keep={refused} quick />,
  },
  conflict: {
    title: 'A colleague saved meanwhile',
    show: () => (
      <EditorScene
        campaign={fluDraft}
        prepare={rename}
        quick
        keep={async () => {
          throw new NewerCampaign(theirs)
        }}
      />
    ),
  },
  deleted: {
    title: 'A colleague deleted it meanwhile',
    show: () => (
      <EditorScene
        campaign={fluDraft}
        prepare={(actor) => {
          rename(actor)
          actor.send({ type: 'told', campaign: { ...fluDraft, deleted: true, version: fluDraft.version + 1 } })
        }}
      />
    ),
  },
  overtaken: {
    title: 'A colleague launched it meanwhile',
    show: () => (
      <EditorScene
        campaign={fluDraft}
        prepare={(actor) => {
          rename(actor)
          actor.send({ type: 'told', campaign: { ...fluDraft, status: 'running', version: fluDraft.version + 1 } })
        }}
      />
    ),
  },
  choosing: { title: 'Nobody is chosen', show: () => <EditorScene prepare={choosing} /> },
  counting: { title: 'Being counted', show: () => <EditorScene campaign={fluDraft} count={never} /> },
  uncounted: { title: 'Not counted', show: () => <EditorScene campaign={fluDraft} count={refused} /> },
  nobody: {
    title: 'Nobody would get it',
    show: () => (
      <EditorScene
        campaign={fluDraft}
        count={async () => ({
          ...counted,
          willGet: 0,
          matching: 182,
          segments: 0,
          cost: null,
          sample: [],
          cursor: null,
        })}
      />
    ),
  },
  people: { title: 'Those who are left out', show: () => <EditorScene campaign={fluDraft} then={openList} /> },
  test: { title: 'Sending a test', show: () => <EditorScene campaign={fluDraft} then={openTest} /> },
  confirming: {
    title: 'Asked before it is launched',
    show: () => <EditorScene campaign={fluDraft} then={pressLaunch} />,
  },
  keeping: {
    title: 'Saved before it is launched',
    show: () => <EditorScene campaign={fluDraft} prepare={rename} then={confirmLaunch} />,
  },
  launching: { title: 'Being launched', show: () => <EditorScene campaign={fluDraft} then={confirmLaunch} /> },
  refused: {
    title: 'Another number by now',
    show: () => (
      <EditorScene
        campaign={fluDraft}
        launch={async () => {
          throw new OtherCount(1098)
        }}
        then={async (hand) => {
          await confirmLaunch(hand)
          await hand.find('[role=alertdialog] [role=alert]')
        }}
      />
    ),
  },
})

interface PageProps {
  answers?: Answers
  agent?: boolean
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

function Page({ answers = {}, ...rest }: PageProps) {
  return (
    <SettingsScene answers={{ outreachSettings: outreachAnswer, ...answers }} {...rest}>
      <Outreach />
    </SettingsScene>
  )
}

const save =
  (until: string, words: Record<string, string> = {}) =>
  async ({ find, type, press }: Hand) => {
    for (const [name, typed] of Object.entries(words)) await type(`[name="${name}"]`, typed)
    await press('main form [type=submit]')
    await find(until)
  }

function overtaken(): never {
  const data = { ...outreachSettings, dailyShare: 50, version: 9 }
  throw new CallError('Failed to save settings', 409, { reason: 'stale', data })
}

export const campaignSettingsPart = part('Settings of campaigns', {
  page: { title: 'An admin changes them', show: () => <Page /> },
  forbidden: { title: 'Not for this role', show: () => <Page agent /> },
  loading: { title: 'Loading', show: () => <Page answers={{ outreachSettings: never }} /> },
  failed: { title: 'Did not load', show: () => <Page answers={{ outreachSettings: () => refuse() }} /> },
  wrong: {
    title: 'What can’t be',
    show: () => (
      <Page
        then={save('[aria-invalid]', { currency: 'usd', bookingUrl: 'nowhere', linkHosts: 'nowhere', dailyShare: '5' })}
      />
    ),
  },
  overtaken: {
    title: 'Somebody else saved meanwhile',
    show: () => (
      <Page answers={{ saveOutreachSettings: overtaken }} then={save('main form [role=alert]', { currency: 'CAD' })} />
    ),
  },
  offline: { title: 'Offline', show: () => <Page offline /> },
})
