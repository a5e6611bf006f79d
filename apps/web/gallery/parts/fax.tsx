import { CallError } from '../../src/api/call-error.ts'
import type { FaxFormActor } from '../../src/features/fax/fax-form.machine.ts'
import { never, ok, refuse } from '../canned-api.ts'
import { faxes } from '../fixtures/faxes.ts'
import { part } from '../gallery-entry.ts'
import { FaxScene, FILLED, PAGES, SentScene } from '../scenes/fax-scene.tsx'

const fill = (actor: FaxFormActor) => actor.send({ type: 'changed', values: FILLED })
const fillAndSend = (actor: FaxFormActor) => {
  fill(actor)
  actor.send({ type: 'send' })
}
/** A fax without its pages does not stay refused, because they are drawn. */
const drawAndSend = (actor: FaxFormActor) => {
  fill(actor)
  actor.send({ type: 'draw' })
  const drawing = actor.subscribe(({ context }) => {
    if (!context.isDrawn) return
    drawing.unsubscribe()
    actor.send({ type: 'send' })
  })
}
const openAgain = (actor: FaxFormActor) => actor.send({ type: 'opened', againOf: 'f5' })
const repeated = async () => {
  const fax = faxes.find(({ _id }) => _id === 'f5')
  if (!fax) throw new Error('The gallery has no failed fax.')
  return { fax, file: new File(['x'], fax.file.name) }
}
const drawn = async () => PAGES
const refused =
  (reason: string, message: string, status = 422) =>
  async () => {
    throw new CallError(message, status, { reason, message, requestId: '7F2A-0911' })
  }
const LOCKED = refused('unreadable_file', 'It is protected by a password. Save it without one.')

export const faxPart = part('Fax', {
  empty: { title: 'The empty form', show: () => <FaxScene /> },
  'no-faxes': { title: 'No faxes yet', show: () => <FaxScene answers={{ faxes: () => ok([]) }} /> },
  loading: { title: 'Faxes are loading', show: () => <FaxScene answers={{ faxes: never }} /> },
  failed: { title: 'Faxes did not load', show: () => <FaxScene answers={{ faxes: () => refuse() }} /> },
  offline: { title: 'Offline', show: () => <FaxScene offline prepare={fill} /> },
  drawing: { title: 'Pages are drawn', show: () => <FaxScene prepare={fill} /> },
  drawn: { title: 'The pages', show: () => <FaxScene prepare={fill} draw={drawn} /> },
  locked: { title: 'The file has a password', show: () => <FaxScene prepare={fill} draw={LOCKED} /> },
  problems: {
    title: 'Sent without anything',
    show: () => <FaxScene prepare={(actor) => actor.send({ type: 'send' })} />,
  },
  sending: { title: 'Sending', show: () => <FaxScene prepare={fillAndSend} /> },
  sent: { title: 'On its way', show: () => <FaxScene prepare={fillAndSend} send={async () => '+15125550177'} /> },
  refused: {
    title: 'Refused',
    show: () => (
      <FaxScene
        prepare={drawAndSend}
        draw={drawn}
        send={refused('no_number', 'The organization has no number to fax from.')}
      />
    ),
  },
  again: {
    title: 'To another number',
    show: () => <FaxScene prepare={openAgain} open={repeated} draw={drawn} />,
  },
  'again-opening': { title: 'To another number, opening', show: () => <FaxScene prepare={openAgain} /> },
  'again-failed': {
    title: 'To another number, not opened',
    show: () => <FaxScene prepare={openAgain} open={refused('overloaded', 'Busy.', 503)} />,
  },
  list: { title: 'Sent faxes', show: () => <SentScene /> },
  'list-empty': { title: 'Nothing sent yet', show: () => <SentScene answers={{ faxes: () => ok([]) }} /> },
  'list-offline': { title: 'Sent faxes, offline', show: () => <SentScene offline /> },
  details: {
    title: 'One fax',
    show: () => (
      <SentScene
        then={async ({ press, find }) => {
          await press('[data-fax-id=f2] button')
          await find('[role=dialog] [aria-label=Pages] img')
        }}
      />
    ),
  },
  'details-failed': {
    title: 'A failed fax, which repeats another',
    show: () => (
      <SentScene
        then={async ({ press, find }) => {
          await press('[data-fax-id=f5] button')
          await find('[role=dialog] [aria-label=Pages] img')
        }}
      />
    ),
  },
})
