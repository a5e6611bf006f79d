import { barsLaunch } from '@foyer/contracts/campaign/problems.rules.ts'
import type { SkipReason } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { isChangeable } from '@foyer/contracts/campaign/states.rules.ts'
import { useSelector } from '@xstate/react'
import { CalendarClock, Save, Send, Smartphone, TabletSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { CallError } from '../../../api/call-error.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { Clinic } from '../../../parts/campaigns/clinic.ts'
import { useWords } from '../../../parts/campaigns/message/use-words.ts'
import { UnsavedGuard } from '../../../parts/form/unsaved-guard.tsx'
import { PageRoom } from '../../../parts/page-room.tsx'
import { useApp, useServices } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { AudienceSection } from './audience-section.tsx'
import type { CampaignEditorActor } from './campaign-editor.machine.ts'
import { ConflictBar, EndedBar } from './conflict-bar.tsx'
import { changesLabel, countBody, type Draft, draftProblems, launchLabel } from './draft.rules.ts'
import { EditorHead, type Keeping } from './editor-head.tsx'
import { isLaunchable, isWaiting } from './editor-memory.ts'
import { conflictWords } from './ending.rules.ts'
import { LaunchDialog } from './launch-dialog.tsx'
import { MessageSection } from './message-section.tsx'
import { PeopleDrawer } from './people-drawer.tsx'
import { PreviewAside } from './preview-aside.tsx'
import { whyNot } from './readiness.rules.ts'
import { ScheduleSection } from './schedule-section.tsx'
import { audienceSummary, messageSummary, scheduleSummary, wrongSections } from './sections.rules.ts'
import { TestDialog } from './test-dialog.tsx'
import { useFolds } from './use-folds.ts'
import { useSample } from './use-sample.ts'
import { useShown } from './use-shown.ts'

interface EditorScreenProps {
  actor: CampaignEditorActor
  organization: Clinic
}

/** The preview fits beside the sections from this width on. */
const BESIDE = '(width >= 1100px)'

/** [CAMP-01] The audience, the message and the schedule of a campaign, beside the message as one of its patients sees it. */
export function EditorScreen({ actor, organization }: EditorScreenProps) {
  const { _id: organizationId, name: clinicName, timezone } = organization
  const { draft, sent, saved, lost, ending, theirs, counted, isTried, isCounted, countError, error, expect } =
    useSelector(actor, ({ context }) => context)
  const shown = useShown(actor)
  const here = { now: useNow(useServices().clock), timezone }
  const { user } = useSnapshot(useApp().mainContext)
  const nameOf = useStaffName()
  const offline = useOffline()
  const isBeside = useMedia(BESIDE)
  const [reason, setReason] = useState<SkipReason | null | undefined>(undefined)
  /** The campaign that a test is to be sent of: a new one with the same words asks for none. */
  const [tested, setTested] = useState<string | null>(null)
  const [isPreviewing, setIsPreviewing] = useState(false)
  const isForNew = saved === null && lost !== null
  const body = countBody(draft, saved?._id)
  const sample = useSample(organizationId, counted, body)
  const words = useWords(draft, organization, here.now, sample.patient)
  const status = saved?.status ?? 'draft'
  const missing = draftProblems(draft, here, status)
  // An untouched field is not wrong yet: a new campaign shows it from the first try on.
  const problems = isTried || shown.keeping !== 'new' ? missing : withoutName(missing)
  const others = (saved?.problems ?? []).filter(({ code }) => OF_WHOLE.has(code))
  const count = isCounted ? (counted?.willGet ?? null) : null
  const change = (values: Partial<Draft>) => actor.send({ type: 'changed', values })
  const onlyWords = !isChangeable(status, 'audience')
  const label = launchLabel(draft, count)
  const refusal = shown.isRefused && error instanceof CallError ? error.detail : undefined
  // Words that nobody has typed yet are not wrong yet.
  const found = words.problems.filter(({ code }) => code !== 'empty' || isTried || saved !== null)
  const wrong = wrongSections({ missing: withoutName(problems), problems: [...found, ...others], refusal })
  const folds = useFolds({ isNew: saved === null, wrong, isRefused: shown.isRefused })
  const why = whyNot({
    offline: offlineReason(offline, 'Launching'),
    isComplete: Object.keys(missing).length === 0,
    isBarred: barsLaunch(words.problems),
    count,
    keeping: shown.keeping,
    counting: shown.counting,
  })
  const preview = <PreviewAside {...{ draft, clinicName, here, sample, counted, ...words }} problems={others} />
  return (
    <PageRoom>
      <UnsavedGuard
        unsaved={
          UNSAVED.has(shown.keeping) ||
          (sent !== null && sent !== draft) ||
          (isForNew && shown.keeping === 'new') ||
          isTypedNew(shown.keeping, draft)
        }
      />
      <EditorHead
        name={draft.name}
        error={problems.name}
        {...{ keeping: shown.keeping, saved, here, failure: error }}
        isIncomplete={Object.keys(missing).length > 0}
        savedBy={saved === null ? null : saved.savedBy === user?._id ? 'you' : nameOf(saved.savedBy, saved.savedByName)}
        onName={(name) => change({ name })}
      >
        {!isBeside && (
          <Button icon={TabletSmartphone} onClick={() => setIsPreviewing(true)}>
            Preview
          </Button>
        )}
        <Button
          icon={Smartphone}
          disabledReason={saved === null ? 'Save the draft first.' : offlineReason(offline, 'A test')}
          onClick={() => setTested(saved?._id ?? null)}
        >
          Send me a test
        </Button>
        {(shown.keeping === 'new' ||
          shown.keeping === 'saveFailed' ||
          (shown.keeping === 'dirty' && isWaiting(saved)) ||
          (shown.keeping === 'saving' && (saved === null || isWaiting(saved)))) && (
          <Button
            icon={Save}
            busy={shown.keeping === 'saving'}
            disabledReason={offlineReason(offline, 'Saving')}
            onClick={() => {
              folds.openWrong()
              actor.send({ type: 'save' })
            }}
          >
            {isForNew ? 'Save as a new campaign' : isWaiting(saved) ? changesLabel(draft, count) : 'Save draft'}
          </Button>
        )}
        {isLaunchable(saved) && (
          <Button
            kind="primary"
            icon={draft.later ? CalendarClock : Send}
            busy={shown.isLaunching}
            disabledReason={why}
            onClick={() => actor.send({ type: 'launch' })}
          >
            {label}
          </Button>
        )}
        {/* A finger sees no tooltip. */}
        {isLaunchable(saved) && why !== undefined && (
          <p className="w-full text-xs text-muted pointer-fine:hidden">{why}</p>
        )}
      </EditorHead>
      {isForNew && ending !== null && <EndedBar ending={ending} campaignId={lost._id} />}
      {theirs !== null && (
        <ConflictBar
          words={conflictWords(saved, theirs, nameOf(theirs.savedBy, theirs.savedByName))}
          onTheirs={() => actor.send({ type: 'loadTheirs' })}
          onMine={() => actor.send({ type: 'keepMine' })}
        />
      )}
      <div className={isBeside ? 'grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6' : ''}>
        <div className="divide-y divide-line border-line bg-surface max-md:border-y md:rounded-lg md:border">
          <AudienceSection
            {...{ organizationId, draft, problems, counted, countError }}
            counting={shown.counting}
            disabled={onlyWords}
            fold={folds.foldOf('audience', audienceSummary(draft, count))}
            onChange={change}
            onCount={() => actor.send({ type: 'count' })}
            onOpen={setReason}
          />
          <MessageSection
            {...{ organizationId, draft, isTried, onlyWords }}
            words={words}
            gaps={counted?.gaps ?? []}
            fold={folds.foldOf('message', messageSummary(draft))}
            onChange={change}
          />
          <ScheduleSection
            {...{ draft, problems, here, count }}
            onlyPace={onlyWords}
            fold={folds.foldOf('schedule', scheduleSummary(draft, here))}
            onChange={change}
          />
        </div>
        {isBeside && <aside className="sticky top-0 border-line bg-surface md:rounded-lg md:border">{preview}</aside>}
      </div>
      <Sheet open={isPreviewing && !isBeside} title="Preview" onClose={() => setIsPreviewing(false)}>
        {preview}
      </Sheet>
      {reason !== undefined && body !== null && (
        <PeopleDrawer {...{ organizationId, body, reason }} onClose={() => setReason(undefined)} />
      )}
      {saved !== null && saved._id === tested && (
        <TestDialog
          {...{ organizationId, type: draft.type }}
          email={user?.email ?? ''}
          campaignId={saved._id}
          onClose={() => setTested(null)}
        />
      )}
      {shown.isAsking && (
        <LaunchDialog
          {...{ draft, here, counted, offline }}
          error={shown.isRefused ? error : null}
          expect={expect ?? 0}
          busy={shown.isLaunching}
          onConfirm={() => actor.send({ type: 'confirm' })}
          onClose={() => actor.send({ type: 'cancel' })}
        />
      )}
    </PageRoom>
  )
}

/** Problems that the browser can't find by itself. */
const OF_WHOLE: ReadonlySet<string> = new Set(['no_address_line', 'bad_link'])

const withoutName = ({ name: _, ...others }: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  others
/** In a conflict, what was typed here is nowhere else. */
const UNSAVED: ReadonlySet<Keeping> = new Set(['dirty', 'saveFailed', 'conflict'] as const)
const isTypedNew = (keeping: Keeping, { name, subject, content, rules, patients }: Draft) =>
  keeping === 'new' &&
  ([name, subject, content].some((words) => words.trim() !== '') || rules.length > 0 || patients.length > 0)
