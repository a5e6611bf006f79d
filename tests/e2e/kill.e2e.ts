import { setTimeout as pause } from 'node:timers/promises'
import { SANDBOX_TWILIO } from '@foyer/api/config/config.ts'
import { newMessageSid, postText } from '../support/carrier-text.ts'
import { signIn } from '../support/member.ts'
import { killStore } from '../support/store-process.ts'
import { until } from '../support/until.ts'
import { CLINIC_NUMBERS, type World } from '../support/world.ts'
import { CUT_OFF, expect, isLive, KILLED, row, test } from './fixtures.ts'

interface Traffic {
  readonly acknowledged: Set<string>
  stop(): Promise<void>
}

/** Sends texts from ten phones, and repeats each until it is acknowledged, as the carrier does. */
function traffic(world: World, prefix: string): Traffic {
  const acknowledged = new Set<string>()
  let going = true
  const phoneOf = (index: number) => `+1512557${String(index).padStart(4, '0')}`
  const loop = async (index: number) => {
    for (let count = 0; going; count++) {
      const [body, sid] = [`${prefix} ${index}-${count}`, newMessageSid()]
      while (!acknowledged.has(body)) {
        const answer = await postText(
          world.url,
          SANDBOX_TWILIO.authToken,
          { from: phoneOf(index), to: CLINIC_NUMBERS.org_cedar, body },
          sid,
        ).catch(() => undefined)
        if (answer?.ok) acknowledged.add(body)
        else if (!going) return
        else await pause(100)
      }
    }
  }
  const loops = Array.from({ length: 10 }, (_, index) => loop(index))
  return {
    acknowledged,
    async stop() {
      going = false
      await Promise.all(loops)
    },
  }
}

async function storedBodies(world: World): Promise<string[]> {
  const lena = await signIn(world.url, 'lena@demo.test')
  const { data: list } = await lena.call('conversations', {
    query: { organizationId: 'org_cedar', status: ['all'], limit: 100 },
  })
  const ours = list.filter(({ phoneNumber }) => phoneNumber.startsWith('+1512557'))
  const bodies: string[] = []
  // One after the other: the service refuses more requests than it can serve.
  for (const { id } of ours) {
    let before: string | undefined
    for (;;) {
      const { data } = await lena.call('messages', {
        query: { organizationId: 'org_cedar', conversationId: id, limit: 200, ...(before ? { before } : {}) },
      })
      bodies.push(...data.map(({ message }) => message))
      before = data[0]?._id
      if (data.length < 200) break
    }
  }
  return bodies
}

test('acknowledged texts are neither lost nor duplicated when everything is killed during traffic, and screens recover by themselves [OPEN-097]', async ({
  world,
  desk,
  allowConsole,
}) => {
  allowConsole(CUT_OFF, KILLED)
  const lena = await desk('lena@demo.test')
  const dana = await desk('dana@demo.test')
  for (const { page } of [lena, dana]) await isLive(page)

  const texts = traffic(world, 'kill test')
  await expect.poll(() => texts.acknowledged.size).toBeGreaterThan(50)
  await world.kill()
  killStore(world.dataDir)
  const beforeTheKill = texts.acknowledged.size
  await world.start()
  await expect.poll(() => texts.acknowledged.size).toBeGreaterThan(beforeTheKill + 50)
  await texts.stop()

  // The service may still refuse a call while it works off what came at its start.
  const stored = await until(() => storedBodies(world), 180_000)
  expect(
    stored.filter((body, index) => stored.indexOf(body) !== index),
    'double',
  ).toEqual([])
  expect(
    [...texts.acknowledged].filter((body) => !stored.includes(body)),
    'lost',
  ).toEqual([])

  for (const { page } of [lena, dana]) await isLive(page)
  const after = { from: '+15125570001', to: CLINIC_NUMBERS.org_cedar, body: 'after the kill' }
  const sid = newMessageSid()
  // The carrier brings a refused text again.
  await expect(async () => {
    expect(await postText(world.url, SANDBOX_TWILIO.authToken, after, sid)).toHaveProperty('status', 200)
  }).toPass({ timeout: 60_000 })
  for (const { page } of [lena, dana]) await expect(row(page, 'after the kill')).toBeVisible()
})
