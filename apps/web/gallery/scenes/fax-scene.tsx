import { useState } from 'react'
import { createActor, fromPromise } from 'xstate'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import {
  type FaxFormActor,
  faxFormMachine,
  type Preview,
  type Repeated,
  type SendRequest,
} from '../../src/features/fax/fax-form.machine.ts'
import type { FaxValues } from '../../src/features/fax/fax-form.rules.ts'
import { FaxSheet } from '../../src/features/fax/fax-screen.tsx'
import { SentScreen } from '../../src/features/fax/sent-screen.tsx'
import { type Answers, never, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { faxes, pagePicture } from '../fixtures/faxes.ts'
import { Stage } from '../stage.tsx'
import { stand } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

const CEDAR = { _id: 'org_cedar', name: 'Cedar Ridge Medical Group', timezone: 'America/Chicago' }

const USUAL: Answers = {
  faxes: () => ok([...faxes]),
  faxRecipients: () => ok([{ number: '+15125550177', name: 'Lamar Cardiology', lastAt: null }]),
  blob: () => pagePicture,
}

export const FILLED: FaxValues = {
  file: new File(['x'], 'referral.pdf'),
  number: '(512) 555-0177',
  note: 'Referral of R. Carver, please call us with a date.',
}
export const PAGES: Preview = { previewId: 'p1', pages: 3, warnings: [{ page: 3, message: 'Page 3 is empty.' }] }

interface SceneProps {
  answers?: Answers
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

interface FaxSceneProps extends SceneProps {
  open?: () => Promise<Repeated>
  draw?: () => Promise<Preview>
  send?: () => Promise<string>
  /** The events that lead to the entry's state. */
  prepare?: (actor: FaxFormActor) => void
}

/** The page of the form inside the app's layout. */
export function FaxScene(props: FaxSceneProps) {
  const { answers = {}, offline = false, open = never, draw = never, send = never, prepare, then } = props
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  const [actor] = useState(() => {
    const machine = faxFormMachine.provide({
      actors: {
        open: fromPromise<Repeated, string>(open),
        draw: fromPromise<Preview, FaxValues>(draw),
        send: fromPromise<string, SendRequest>(send),
      },
      delays: { pause: 0 },
    })
    const started = stand(createActor(machine, { input: { newId: () => 'key' } }).start())
    prepare?.(started)
    return started
  })
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <FaxSheet actor={actor} organization={CEDAR} />
      </DefaultLayout>
    </Stage>
  )
}

/** The page of sent faxes inside the app's layout. */
export function SentScene({ answers = {}, offline = false, then }: SceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <SentScreen organization={CEDAR} />
      </DefaultLayout>
    </Stage>
  )
}
