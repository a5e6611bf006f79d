import type { Expected } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { Import, ImportRow } from '@foyer/contracts/imports/imports.ts'
import { type ReactNode, useState } from 'react'
import { createActor, type EventFromLogic, fromCallback, fromPromise } from 'xstate'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import type { MendAnswer, Rechecking, RowEdit, Sending } from '../../src/features/uploads/edits.ts'
import { DoctorChoice } from '../../src/features/uploads/files/doctor-choice.tsx'
import { type FileEvent, type FileSent, fileMachine } from '../../src/features/uploads/files/file.machine.ts'
import { FileRows } from '../../src/features/uploads/files/file-rows.tsx'
import { fileUploadsMachine } from '../../src/features/uploads/files/file-uploads.machine.ts'
import { ReferralChoice } from '../../src/features/uploads/files/referral-choice.tsx'
import { doctorTarget, type Match, matchDoctor, matchReferral } from '../../src/features/uploads/files/targets.rules.ts'
import { type ImportActor, type ImportEvent, importMachine } from '../../src/features/uploads/import.machine.ts'
import { KindHead } from '../../src/features/uploads/kind-head.tsx'
import { ImportRoom } from '../../src/features/uploads/review/import-room.tsx'
import { ImportScreen } from '../../src/features/uploads/review/import-screen.tsx'
import { SheetRoom } from '../../src/features/uploads/sheet-screen.tsx'
import { kindOfSlug, type Slug, type UploadKind } from '../../src/features/uploads/upload-kinds.rules.ts'
import { UploadScreen } from '../../src/features/uploads/upload-screen.tsx'
import { UploadsFrame } from '../../src/features/uploads/uploads-frame.tsx'
import { Queries } from '../../src/parts/queries.tsx'
import { type Answers, never, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { face, profiles } from '../fixtures/doctors.ts'
import { earlier, rows, updates, warned } from '../fixtures/imports.ts'
import { record } from '../fixtures/patient-records.ts'
import { cedar, timezone } from '../fixtures/people.ts'
import { payers, referrals, storedFiles } from '../fixtures/uploads.ts'
import { Stage } from '../stage.tsx'
import { stand } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

const organization = { _id: cedar._id, name: cedar.name, timezone }
const carver = record('Rosalind Carver', { _id: 'p1', mrn: '204-8817', birthdate: '1968-03-14' })

const SHOWN: Readonly<Record<string, readonly ImportRow[]>> = { errors: rows, warnings: warned, update: updates }

const USUAL: Answers = {
  imports: ({ query }) => ok(earlier.filter(({ kind }) => query.kind === undefined || kind === query.kind)),
  importRows: ({ query: { show = 'all', group } }) => {
    const shown = SHOWN[show] ?? updates
    return ok(shown.filter(({ issues }) => group === undefined || issues.some((issue) => issue.group === group)))
  },
  patientRecord: () => ok(carver),
  doctors: () => ok([...profiles]),
  insuranceProviders: () => ok([...payers]),
  referrals: () => ok([...referrals]),
  referralDocuments: () => ok([...storedFiles]),
  storedFiles: () => ok([...storedFiles]),
  blob: () => face,
}

interface SceneProps {
  answers?: Answers
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

function Scene({ answers = {}, offline = false, then, children }: SceneProps & { children: ReactNode }) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <Queries>{children}</Queries>
      </DefaultLayout>
    </Stage>
  )
}

/** The page of a kind inside the app's layout. */
export function UploadsScene({ slug = 'demographics', ...scene }: SceneProps & { slug?: string }) {
  return (
    <Scene {...scene}>
      <UploadScreen organization={organization} slug={slug} />
    </Scene>
  )
}

/** An import that is not loaded. */
export function ImportRoomScene(scene: SceneProps) {
  return (
    <Scene {...scene}>
      <ImportRoom organization={organization} importId="imp_nov" />
    </Scene>
  )
}

type Send = (asked: { file: File; tell: (event: Sending | { type: 'progress'; share: number }) => void }) => void

interface ImportSceneProps extends SceneProps {
  /** Null where a file is chosen first. */
  told: Import | null
  send?: Send
  /** The answer to the start. */
  start?: () => Promise<Import>
  /** The answer to a mend. */
  mend?: () => Promise<MendAnswer>
  /** The events that lead to the entry's state. */
  prepare?: (actor: ImportActor) => void
}

/** An import in a state of its machine. */
export function ImportScene({ told, send, start = never, mend = never, prepare, ...scene }: ImportSceneProps) {
  const [actor] = useState(() => {
    const machine = importMachine.provide({
      actors: {
        send: fromCallback<ImportEvent, { file: File }, Sending | { type: 'progress'; share: number }>(
          ({ sendBack, input: { file } }) => send?.({ file, tell: sendBack }),
        ),
        start: fromPromise<Import, { importId: string; expect: Expected }>(start),
        mend: fromPromise<MendAnswer, { importId: string; rows: readonly RowEdit[] }>(mend),
        recheck: fromPromise<Import, { importId: string; rechecking: Rechecking }>(never),
      },
    })
    const started = stand(createActor(machine, { input: { import: told } }).start())
    prepare?.(started)
    return started
  })
  return (
    <Scene {...scene}>
      {told === null ? (
        <UploadsFrame organization={organization}>
          <SheetRoom {...{ actor, organization }} kind={kindOf('demographics')} sheet="demographics" />
        </UploadsFrame>
      ) : (
        <ImportScreen {...{ actor, organization }} onAnswer={() => undefined} />
      )}
    </Scene>
  )
}

const kindOf = (slug: Slug) => kindOfSlug(slug) as UploadKind

/** A picture of one petrol dot. */
const DOT = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkSK/7DwAD4gHlqcnp2QAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

/** The outcome of sending a picture, by its file's name. */
export type Fate = 'sending' | 'kept' | Error | 'waiting'

/** Pictures that go up. */
export function PicturesScene({ files, ...scene }: SceneProps & { files: Readonly<Record<string, Fate>> }) {
  const [actor] = useState(() => {
    const send = fromCallback<FileEvent, { file: File; targetId: string }, FileSent>(
      ({ sendBack, input: { file } }) => {
        const fate = files[file.name]
        if (fate === 'sending') sendBack({ type: 'progress', share: 0.4 })
        else if (fate === 'kept') sendBack({ type: 'sent' })
        else sendBack({ type: 'refused', error: fate })
      },
    )
    const added = Object.keys(files).map((name) => ({
      ...{ id: name, file: new File([DOT], name, { type: 'image/png' }) },
      ...{ match: matchDoctor(name, profiles), isHeld: false },
    }))
    return standing(fileMachine.provide({ actors: { send } }), added)
  })
  return (
    <Scene {...scene}>
      <UploadsFrame organization={organization}>
        <KindHead kind={kindOf('doctor-pictures')} />
        <FileRows
          {...{ actor }}
          title="Pictures"
          noun="doctor"
          choice={(choice) => <DoctorChoice {...choice} doctors={profiles.map(doctorTarget)} />}
          off={undefined}
        />
      </UploadsFrame>
    </Scene>
  )
}

type Added = Extract<EventFromLogic<typeof fileUploadsMachine>, { type: 'added' }>['files']

/** Files that were added, each held in the state that its actors leave it in. */
function standing(file: typeof fileMachine, files: Added) {
  const started = stand(createActor(fileUploadsMachine.provide({ actors: { file } })).start())
  started.send({ type: 'added', files })
  for (const one of started.getSnapshot().context.files) stand(one.actor)
  return started
}

/** The outcome of looking up the referral of a document, by its file's name. */
type Look = 'found' | 'looking' | 'failed'

const TODAY = '2026-11-19'

/** Documents whose referrals the server looks up. */
export function DocumentsScene({ files, ...scene }: SceneProps & { files: Readonly<Record<string, Look>> }) {
  const [actor] = useState(() => {
    const look = fromPromise<Match, { fileName: string }>(async ({ input: { fileName } }) => {
      if (files[fileName] === 'failed') throw new Error('unreachable')
      if (files[fileName] === 'looking') await never()
      return matchReferral(fileName, { referrals, isWhole: true, today: TODAY })
    })
    const added = Object.keys(files).map((name) => ({
      ...{ id: name, file: new File([DOT], name), match: null, isHeld: true },
    }))
    return standing(fileMachine.provide({ actors: { look } }), added)
  })
  return (
    <Scene {...scene}>
      <UploadsFrame organization={organization}>
        <KindHead kind={kindOf('referral-documents')} />
        <FileRows
          {...{ actor }}
          title="Documents"
          held={['document', 'documents']}
          noun="referral"
          choice={(choice) => <ReferralChoice {...choice} organizationId={cedar._id} today={TODAY} />}
          off={undefined}
        />
      </UploadsFrame>
    </Scene>
  )
}
