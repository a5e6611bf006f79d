import { conversationTopic, type Topic } from '@foyer/contracts/topic.rules.ts'
import { expect, test } from 'vitest'
import { event } from '../../test/events.ts'
import { audible, shares } from './audience.rules.ts'

const lena = { userId: 'usr_lena', watched: new Set([conversationTopic('con_1')]), position: 0 }
const dana = { userId: 'usr_dana', watched: new Set<Topic>(), position: 0 }
const events = [
  event(1),
  event(2, { audience: conversationTopic('con_1') }),
  event(3, { audience: conversationTopic('con_2') }),
  event(4, { audience: 'staff:usr_dana' }),
]

test('audience delivers `organization` to all members, a topic to its watchers and staff events to that user alone [OPEN-096]', () => {
  expect(audible(events, lena).map(({ seq }) => seq)).toEqual([1, 2])
  expect(audible(events, dana).map(({ seq }) => seq)).toEqual([1, 4])
})

test('audience stays the same when an id contains the separator of another audience [OPEN-096]', () => {
  const crafty = {
    userId: 'x\nconversation:con_2',
    watched: new Set(['con_1\nstaff:usr_dana', 'organization'].map(conversationTopic)),
  }
  expect(audible(events, crafty).map(({ seq }) => seq)).toEqual([1])
})

test('fan-out shares a frame between members with the same position and audiences, whatever else they watch [OPEN-096]', () => {
  const sam = { userId: 'usr_sam', watched: new Set([conversationTopic('con_9')]), position: 0 }
  const omar = { userId: 'usr_omar', watched: new Set<Topic>(), position: 1 }
  const found = shares(events, (from, heard) => ({ from, heard: heard.map(({ seq }) => seq) }))
  const [ofLena, ofSam, ofDana, ofOmar, ofAna] = [lena, sam, dana, omar, { ...sam, userId: 'usr_ana' }].map(found.of)
  expect([...found.all()]).toEqual([ofLena, ofSam, ofDana, ofOmar])
  expect([ofLena, ofSam, ofDana, ofOmar]).toEqual([
    { from: 0, heard: [1, 2] },
    { from: 0, heard: [1] },
    { from: 0, heard: [1, 4] },
    { from: 1, heard: [] },
  ])
  expect(ofAna).toBe(ofSam)
})
