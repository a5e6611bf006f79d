import { expect, test } from 'vitest'
import { textsOf } from './texts.rules.ts'

const sms = { channel: 'sms', language: 'en', introduction: null } as const
const says = (text: string, choices?: string[]) => ({
  ...{ nodeId: 'a', text, isUnasked: false },
  prompt: choices === undefined ? null : { kind: 'choice' as const, choices },
})

test('a turn is one text message with a blank line between its blocks and numbered choices', () => {
  const texts = textsOf([says('Hello'), says('Which?', ['One', 'Two'])], sms)
  expect(texts).toEqual([
    {
      body: 'Hello\n\nWhich?\n1 One\n2 Two\nReply with a number.',
      prompt: { kind: 'choice', choices: ['One', 'Two'] },
      ...{ fileIds: [], isUnasked: false },
    },
  ])
})

test('a turn beyond three segments is one text message a block', () => {
  const texts = textsOf([says('x'.repeat(300)), says('y'.repeat(300))], { ...sms, introduction: 'I am a bot.' })
  expect(texts.map(({ body }) => body.slice(0, 14))).toEqual(['I am a bot.\n\nx', 'y'.repeat(14)])
})

test('a chat gets a bubble a block, with its choices as buttons', () => {
  const chat = { channel: 'chat', language: 'es', introduction: 'Soy un bot.' } as const
  expect(textsOf([says('Hola'), says('¿Cuál?', ['Uno'])], chat)).toEqual([
    { body: 'Soy un bot.\n\nHola', prompt: null, fileIds: [], isUnasked: false },
    { body: '¿Cuál?', prompt: { kind: 'choice', choices: ['Uno'] }, fileIds: [], isUnasked: false },
  ])
})

test('a turn that says nothing sends nothing, not even its introduction', () => {
  expect(textsOf([], { ...sms, introduction: 'I am a bot.' })).toEqual([])
})

const file = (fileId: string) => ({ ...says(''), fileId })

test('files go with the one text of a turn, and a sixth makes it one text a block', () => {
  const all = [says('Hello'), ...['1', '2', '3', '4', '5'].map(file), says('Bye')]
  expect(textsOf(all, sms)).toMatchObject([{ body: 'Hello\n\nBye', fileIds: ['1', '2', '3', '4', '5'] }])
  expect(textsOf([...all, file('6')], sms).map(({ body, fileIds }) => body || fileIds)).toEqual([
    ...['Hello', ['1'], ['2'], ['3'], ['4'], ['5'], 'Bye', ['6']],
  ])
})

test('a chat gets a bubble for each file', () => {
  const chat = { ...sms, channel: 'chat' } as const
  expect(textsOf([says('Hello'), file('1')], chat)).toMatchObject([{ fileIds: [] }, { body: '', fileIds: ['1'] }])
})
