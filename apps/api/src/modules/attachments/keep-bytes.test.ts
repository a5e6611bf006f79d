import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ReadyFile } from '../../files/examine.ts'
import { storeBytes } from './keep-bytes.ts'

test('storeBytes rejects when a staged file is gone, and the process goes on [OPEN-097]', async () => {
  const parts = {
    database: { write: async () => [] },
    // A storage that waits before it reads.
    files: {
      async put(_: string, bytes: AsyncIterable<Buffer>) {
        for (let turn = 0; turn < 50; turn += 1) await setImmediate()
        for await (const _piece of bytes);
      },
    },
    newId: () => '0199f0aa-3c00-7000-8000-0000000000ab',
  }
  const gone: ReadyFile = { name: 'plan.pdf', contentType: 'application/pdf', path: '/nowhere/plan.pdf', size: 4 }
  const storing = storeBytes(parts as never, { organizationId: 'org_cedar' }, [gone])
  await expect(storing).rejects.toMatchObject({ code: 'ENOENT' })
})
