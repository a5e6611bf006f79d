/** The thread that writes one file. It takes rows by the page and asks for the next when it needs more. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread, Task, ToThread } from './export-thread.ts'
import type { Cell } from './tables.rules.ts'
import { csvOf, type Pieces, paperOf, workbookOf, xlsxOf } from './writers.ts'

const port = parentPort
if (port === null) throw new Error('This is the program of a thread.')
const tell = (message: FromThread, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

const answers: ToThread[] = []
let goOn = () => {}
port.on('message', (message: ToThread) => {
  answers.push(message)
  goOn()
})
async function answer(): Promise<ToThread> {
  while (answers.length === 0)
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
  return answers.shift() as ToThread
}

/** Rows and pieces are never asked for at the same time, since writing a piece is what takes rows. */
let taken: Promise<unknown> = Promise.resolve()
function ask(message: FromThread, moved?: ArrayBuffer[]): Promise<ToThread> {
  const asked = taken.then(() => {
    tell(message, moved)
    return answer()
  })
  taken = asked
  return asked
}

async function* pages(): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (;;) {
    const { page } = await ask({ kind: 'more' })
    if (page === undefined) return
    yield page
  }
}

async function* rows(): AsyncGenerator<readonly Cell[]> {
  for await (const page of pages()) yield* page
}

async function piecesOf(task: Task): Promise<Pieces> {
  if (task.format === 'pdf') return paperOf(task.paper)
  if (task.format === 'workbook') return workbookOf(task.sheets, pages())
  return task.format === 'csv' ? csvOf(rows()) : xlsxOf(rows())
}

for await (const piece of await piecesOf(workerData as Task)) {
  const bytes = Uint8Array.from(typeof piece === 'string' ? Buffer.from(piece) : piece)
  await ask({ kind: 'piece', bytes }, [bytes.buffer])
}
tell({ kind: 'end' })
port.close()
