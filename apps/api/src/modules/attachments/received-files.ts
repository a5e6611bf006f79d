/** Checks the files of a call and stores their bytes, until the transaction of their message or chart claims them. */
import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import { examine, FileRefused, type ReadyFile } from '../../files/examine.ts'
import { openStaging } from '../../files/staging.ts'
import { Refusal } from '../../http/refusal.ts'
import type { UploadedFile } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { attachmentOf } from './attachment-address.rules.ts'
import { addAttachments, addToChart } from './attachments.store.ts'
import { assertCarried } from './carrier-limits.rules.ts'
import { withStoredBytes } from './keep-bytes.ts'

interface Received {
  readonly attachments: readonly Attachment[]
  /** Takes the stored bytes, in the message's transaction. Its statement is sent at once. */
  take(tx: Tx): Promise<void>
  /** Adds the files to the message, without waiting. */
  add(tx: Tx, owner: { conversationId: string; messageId: string }): void
  /** Keeps the files in a patient's chart, without waiting. */
  keep(tx: Tx, owner: { patientId: string; userId: string; createdAt: Date }): void
}

interface Asked {
  readonly organizationId: string
  readonly files: readonly UploadedFile[]
  /** A patient's phone shows them, so the carrier must take them. */
  readonly areTexted: boolean
  /** The name of the files' part in the call. */
  readonly part?: string
}

/** `send` writes once. Bytes that no message claims are deleted, also those of a repeated request. */
export async function withReceivedFiles<Reply>(
  parts: Services,
  { organizationId, files, areTexted, part = 'attachments' }: Asked,
  send: (received: Received) => Promise<Reply>,
): Promise<Reply> {
  const staging = openStaging(parts)
  try {
    const ready = await examineAll(files, staging, part)
    if (areTexted) assertCarried(ready)
    return await withStoredBytes(parts, { organizationId }, ready, ({ kept, claim }) =>
      send({
        attachments: kept.map((file) => attachmentOf(organizationId, file)),
        take: claim,
        add: (tx, owner) => addAttachments(tx, { organizationId, ...owner, createdAt: parts.clock.now() }, kept),
        keep: (tx, owner) => addToChart(tx, { organizationId, ...owner }, kept),
      }),
    )
  } finally {
    await staging.clear()
  }
}

async function examineAll(
  files: readonly UploadedFile[],
  staging: ReturnType<typeof openStaging>,
  part: string,
): Promise<ReadyFile[]> {
  const ready: ReadyFile[] = []
  for (const [index, file] of files.entries()) {
    try {
      ready.push(await examine(file, staging))
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      const sentence = `File ${index + 1} ${error.message}`
      throw new Refusal('not_valid', sentence, { issues: [{ path: `${part}.${index}`, message: sentence }] })
    }
  }
  return ready
}
