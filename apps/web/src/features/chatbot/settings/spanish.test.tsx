import { nodeOf } from '@foyer/contracts/chatbot/edit.rules.ts'
import { type Flow, flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { frontDeskInput } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { spanishOf, withSpanish } from './spanish.rules.ts'
import { SpanishWords } from './spanish-words.tsx'

afterEach(cleanup)

const flow: Flow = {
  ...flowSchema.parse(frontDeskInput),
  settings: { languages: ['en', 'es'] },
}

test('withSpanish keeps what is written, and nothing where all is emptied again', () => {
  const once = { ...flow, ...withSpanish(flow, 'help', { text: '¿En qué ayudamos?' }) }
  const twice = { ...once, ...withSpanish(once, 'help', { options: { book: 'Una cita', bill: '' } }) }
  expect(spanishOf(twice, 'help')).toEqual({ text: '¿En qué ayudamos?', options: { book: 'Una cita' } })
  expect(flowSchema.safeParse(twice).success).toBe(true)
  const emptied = { ...twice, ...withSpanish(twice, 'help', { text: '', options: { book: '' } }) }
  expect(emptied.settings.translations).toEqual({ es: {} })
})

function show(shown: Flow, id: string) {
  const send = vi.fn()
  const node = nodeOf(shown, id)
  if (node === undefined) throw new Error(`No block ${id}`)
  render(<SpanishWords flow={shown} node={node} send={send} />)
  return send
}

test('a block of a Spanish chatbot has its words and answers in both languages [OPEN-034]', () => {
  const send = show(flow, 'help')
  const english = nodeOf(flow, 'help')
  const words = screen.getByRole('textbox', { name: 'Words in Spanish' })
  expect(words.getAttribute('placeholder')).toBe(english?.text)
  fireEvent.change(words, { target: { value: '¿En qué ayudamos?' } })
  expect(send).toHaveBeenLastCalledWith({
    type: 'EDIT_FLOW',
    edit: withSpanish(flow, 'help', { text: '¿En qué ayudamos?' }),
  })
  const [first] = english?.options ?? []
  fireEvent.change(screen.getByRole('textbox', { name: 'Answer 1 in Spanish' }), { target: { value: 'Una cita' } })
  expect(send).toHaveBeenLastCalledWith({
    type: 'EDIT_FLOW',
    edit: withSpanish(flow, 'help', { options: { [first?.id ?? '']: 'Una cita' } }),
  })
})

test('a chatbot that speaks English alone asks for no other words', () => {
  show({ ...flow, settings: {} }, 'help')
  expect(screen.queryByRole('textbox')).toBeNull()
})
