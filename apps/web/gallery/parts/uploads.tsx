import { CallError } from '../../src/api/call-error.ts'
import { StaleStart } from '../../src/features/uploads/edits.ts'
import { never, ok, refuse } from '../canned-api.ts'
import { blocked, done, imported, review, warned } from '../fixtures/imports.ts'
import { part } from '../gallery-entry.ts'
import { ImportRoomScene, ImportScene, UploadsScene } from '../scenes/uploads-scene.tsx'

const sheet = new File(['x'], 'nov-demographics.xlsx')
const said = (reason: string, message: string, status = 422) =>
  new CallError(message, status, { reason, message, requestId: '7F2A-0911' })
const progress = { done: 40_200, of: 100_000 }
const stopped = imported('stopped', { outcome: { created: 100, updated: 300, unchanged: 0, refused: 0 } })
const [doubtful] = warned

/** On a phone the columns are only read. */
const isPhone = () => matchMedia('(width < 768px)').matches

export const uploadsPart = part('Uploads', {
  empty: { title: 'No imports yet', show: () => <UploadsScene answers={{ imports: () => ok([]) }} /> },
  loading: { title: 'Imports are loading', show: () => <UploadsScene answers={{ imports: never }} /> },
  failed: { title: 'Imports did not load', show: () => <UploadsScene answers={{ imports: () => refuse() }} /> },
  offline: { title: 'Offline', show: () => <UploadsScene offline /> },
  unknown: { title: 'No such kind', show: () => <UploadsScene slug="weather" /> },
  choosing: { title: 'A file is chosen', show: () => <ImportScene told={null} /> },
  sending: {
    title: 'The file is sent',
    show: () => (
      <ImportScene
        told={null}
        send={({ tell }) => tell({ type: 'progress', share: 0.4 })}
        prepare={(actor) => actor.send({ type: 'chosen', file: sheet })}
      />
    ),
  },
  sent: {
    title: 'The import follows',
    show: () => (
      <ImportScene
        told={null}
        send={({ tell }) => tell({ type: 'sent', importId: 'imp_nov' })}
        prepare={(actor) => actor.send({ type: 'chosen', file: sheet })}
      />
    ),
  },
  refused: {
    title: 'The file is refused',
    show: () => (
      <ImportScene
        told={null}
        send={({ tell }) =>
          tell({ type: 'refused', error: said('not_valid', 'This is a PDF. Save it as .xlsx.', 400) })
        }
        prepare={(actor) => actor.send({ type: 'chosen', file: sheet })}
      />
    ),
  },
  payers: { title: 'Insurance providers', show: () => <UploadsScene slug="insurance-providers" /> },
  referrals: { title: 'Referrals', show: () => <UploadsScene slug="referrals" /> },
  'import-loading': { title: 'An import is loading', show: () => <ImportRoomScene answers={{ importOne: never }} /> },
  'import-failed': {
    title: 'An import did not load',
    show: () => <ImportRoomScene answers={{ importOne: () => refuse() }} />,
  },
  'import-absent': {
    title: 'No such import',
    show: () => <ImportRoomScene answers={{ importOne: () => refuse(404, 'not_found') }} />,
  },
  reading: {
    title: 'The file is read',
    show: () => <ImportScene told={imported('reading', { columns: [], progress: { done: 2000, of: null } })} />,
  },
  checking: { title: 'Rows are checked', show: () => <ImportScene told={imported('checking', { progress })} /> },
  rechecking: {
    title: 'A column is changed while rows are checked',
    show: () => (
      <ImportScene
        told={imported('checking', { progress })}
        prepare={(actor) =>
          actor.send({
            type: 'recheck',
            rechecking: { how: 'map', columns: [{ index: 7, field: 'email' }], remember: true },
          })
        }
      />
    ),
  },
  review: { title: 'Rows to fix', show: () => <ImportScene told={review} /> },
  'review-offline': { title: 'Rows to fix, offline', show: () => <ImportScene told={review} offline /> },
  'review-clean': {
    title: 'Nothing to fix',
    show: () => (
      <ImportScene
        told={imported('review', { counts: { ...review.counts, ready: 1846, errors: 0, warnings: 0 } })}
        answers={{ importRows: () => ok([]) }}
      />
    ),
  },
  blocked: { title: 'A column is missing', show: () => <ImportScene told={blocked} /> },
  'rows-failed': {
    title: 'Rows did not load',
    show: () => <ImportScene told={review} answers={{ importRows: () => refuse() }} />,
  },
  warnings: {
    title: 'Rows with warnings',
    show: () => (
      <ImportScene
        told={review}
        then={async ({ press, find }) => {
          await press('[role=tablist][aria-label=Rows] [role=tab]:nth-of-type(5)')
          await find('[role=tabpanel][aria-label=Warnings] table')
        }}
      />
    ),
  },
  mending: {
    title: 'A cell is mended',
    show: () => (
      <ImportScene
        told={review}
        prepare={(actor) => actor.send({ type: 'mend', edit: { row: 47, cells: { '2': '02/13/1962' } } })}
      />
    ),
  },
  'not-mended': {
    title: 'A cell was not saved',
    show: () => (
      <ImportScene
        told={review}
        mend={async () => refuse()}
        prepare={(actor) => actor.send({ type: 'mend', edit: { row: 47, cells: { '2': '02/13/1962' } } })}
      />
    ),
  },
  unsaved: {
    title: 'Changes of rows that are not on the screen are not saved',
    show: () => (
      <ImportScene
        told={review}
        mend={async () => refuse()}
        prepare={(actor) => {
          actor.send({ type: 'left', edit: { row: 1300, cells: { '2': '02/1', '3': '' } } })
          actor.send({ type: 'left', edit: { row: 1301, skip: true } })
          actor.send({ type: 'mend', edit: { row: 47, cells: { '2': '02/13/1962' } } })
        }}
      />
    ),
  },
  stranded: {
    title: 'A change was not saved before the start',
    show: () => (
      <ImportScene
        told={review}
        prepare={(actor) => {
          actor.send({ type: 'left', edit: { row: 47, cells: { '2': '02/13/1962' } } })
          const version = review.version + 1
          actor.send({ type: 'told', import: imported('importing', { version, progress: { done: 400, of: 1832 } }) })
        }}
      />
    ),
  },
  matching: {
    title: 'A column is changed',
    show: () => (
      <ImportScene
        told={review}
        prepare={(actor) =>
          actor.send({
            type: 'recheck',
            rechecking: { how: 'map', columns: [{ index: 7, field: 'email' }], remember: true },
          })
        }
      />
    ),
  },
  comparing: {
    title: 'A row beside a patient',
    show: () => (
      <ImportScene
        told={review}
        prepare={(actor) => doubtful && actor.send({ type: 'compare', row: doubtful })}
        then={async ({ find }) => void (await find('[role=dialog] td .font-semibold'))}
      />
    ),
  },
  'column-options': {
    title: 'What the cells of a column mean',
    show: () => (
      <ImportScene
        told={review}
        then={async ({ press, find }) => {
          if (isPhone()) return
          await press('[aria-label="Options for SMS_OK"]')
          await find('[role=dialog] form[aria-label=Column]')
        }}
      />
    ),
  },
  'read-as': {
    title: 'How the file is read',
    show: () => (
      <ImportScene
        told={imported('review', { sheets: [], sheet: null, encoding: 'windows-1252', delimiter: ';' })}
        then={async ({ press, find }) => {
          if (isPhone()) return
          await press('[aria-label=Columns] [aria-haspopup=dialog]')
          await find('[role=dialog] form')
        }}
      />
    ),
  },
  confirming: {
    title: 'The question before the start',
    show: () => <ImportScene told={review} prepare={(actor) => actor.send({ type: 'ask' })} />,
  },
  'saving-first': {
    title: 'The question waits until a cell is saved',
    show: () => (
      <ImportScene
        told={review}
        prepare={(actor) => {
          actor.send({ type: 'mend', edit: { row: 47, cells: { '2': '02/13/1962' } } })
          actor.send({ type: 'ask' })
        }}
        then={async ({ find }) => void (await find('[role=alertdialog] [role=status]'))}
      />
    ),
  },
  starting: {
    title: 'The import is started',
    show: () => (
      <ImportScene
        told={review}
        prepare={(actor) => {
          actor.send({ type: 'ask' })
          actor.send({ type: 'confirm' })
        }}
      />
    ),
  },
  stale: {
    title: 'The numbers have changed',
    show: () => (
      <ImportScene
        told={review}
        start={async () => {
          throw new StaleStart({ ...review, counts: { ...review.counts, ready: 1830, errors: 16 }, version: 12 })
        }}
        prepare={(actor) => {
          actor.send({ type: 'ask' })
          actor.send({ type: 'confirm' })
        }}
        then={async ({ find }) => void (await find('[role=alertdialog] [role=alert]'))}
      />
    ),
  },
  importing: {
    title: 'Rows are imported',
    show: () => <ImportScene told={imported('importing', { progress: { done: 400, of: 1832 } })} />,
  },
  stopping: {
    title: 'The question before it stops',
    show: () => (
      <ImportScene
        told={imported('importing', { progress: { done: 400, of: 1832 } })}
        then={async ({ press, find }) => {
          await press('[data-foot] button')
          await find('[role=alertdialog]')
        }}
      />
    ),
  },
  stopped: { title: 'Stopped', show: () => <ImportScene told={stopped} /> },
  done: { title: 'Imported', show: () => <ImportScene told={done} /> },
  unreadable: {
    title: 'The file can’t be read',
    show: () => (
      <ImportScene
        told={imported('failed', { columns: [], problem: 'It is protected by a password. Save it without one.' })}
      />
    ),
  },
  discarded: { title: 'Discarded', show: () => <ImportScene told={imported('discarded')} /> },
})
