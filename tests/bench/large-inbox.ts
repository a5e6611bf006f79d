/** A browser with the in-memory inbox (memory-server.ts), and measurements of its page from outside. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type CDPSession, chromium, type Page } from 'playwright'
import { BROWSER_FLAGS, browserPath } from '../../scripts/browser.ts'
import type { Order } from './memory-server.ts'

export interface LargeInbox {
  readonly page: Page
  readonly devtools: CDPSession
  changes(perSecond: number): void
  stop(): Promise<void>
}

export async function openLargeInbox(conversations: number): Promise<LargeInbox> {
  const server: ChildProcess = fork(fileURLToPath(import.meta.resolve('./memory-server.ts')), [String(conversations)])
  // In a clinic the server is another machine; here it gets the CPU time that the browser leaves.
  setPriority(server.pid ?? 0, constants.priority.PRIORITY_LOW)
  const [url] = (await once(server, 'message')) as [string]
  const executablePath = browserPath()
  const browser = await chromium.launch({ args: BROWSER_FLAGS, ...(executablePath ? { executablePath } : {}) })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const devtools = await page.context().newCDPSession(page)
  await page.goto(`${url}/inbox?status=all`)
  await page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').nth(9).waitFor()
  return {
    page,
    devtools,
    changes: (perSecond) => void server.send({ changesPerSecond: perSecond } satisfies Order),
    async stop() {
      await browser.close()
      if (!server.connected) return
      const gone = once(server, 'exit')
      server.disconnect()
      await gone
    },
  }
}

/** Returns megabytes after a garbage collection. */
export async function heapOf({ devtools }: LargeInbox): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}

/** Counts the conversation objects in the page's heap, shown or not; several states of one count several times. */
export async function conversationsIn({ devtools }: LargeInbox): Promise<number> {
  const objectGroup = 'counted'
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'Object.prototype', objectGroup })
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup,
  })
  const counted = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function () {
      let count = 0
      for (const one of this) if (Object.hasOwn(one, 'staffAssigned') && Object.hasOwn(one, 'version')) count += 1
      return count
    }`,
    returnByValue: true,
  })
  await devtools.send('Runtime.releaseObjectGroup', { objectGroup })
  return Number(counted.result.value)
}
