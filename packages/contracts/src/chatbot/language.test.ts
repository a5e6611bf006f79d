import { describe, expect, test } from 'vitest'
import { languageAfter, languageIn } from './language.rules.ts'

describe('languageIn', () => {
  test.each([
    ['Hola', 'es'],
    ['Necesito una cita, por favor', 'es'],
    ['quiero renovar mi receta', 'es'],
    ['¿Están abiertos mañana?', 'es'],
    ['buenos días', 'es'],
    ['Me gustaría hablar con una persona', 'es'],
    ['¿Hablan español?', 'es'],
    ['Hello', 'en'],
    ['I need a refill', 'en'],
    ['Are you open today?', 'en'],
    ['My name is María de la Cruz', 'en'],
    ['Do you have an appointment on Monday?', 'en'],
    ['2', null],
    ['', null],
    ['María de la Cruz', null],
    ['El Paso', null],
    ['no', null],
    ['sí', null],
    ['03/14/1968', null],
    ['Lisinopril 10 mg', null],
    ['👍', null],
  ] as const)('hears %j as %s', (text, language) => expect(languageIn(text)).toBe(language))

  test('reads no more than the beginning of a text', () =>
    expect(languageIn(`${'2 '.repeat(300)}hola gracias necesito`)).toBeNull())
})

describe('languageAfter', () => {
  const both = { settings: { languages: ['en', 'es'] as ('en' | 'es')[] } }
  test('is the language of the text where the flow has it, else the one before', () => {
    expect(languageAfter(both, 'Hola', null)).toBe('es')
    expect(languageAfter(both, '2', 'es')).toBe('es')
    expect(languageAfter(both, 'I need a person please', 'es')).toBe('en')
    expect(languageAfter({ settings: {} }, 'Hola', null)).toBe('en')
  })

  test('is the first language of the flow where nothing tells', () => {
    expect(languageAfter({ settings: { languages: ['es', 'en'] } }, '👍', null)).toBe('es')
    expect(languageAfter({ settings: { languages: ['es'] } }, 'Hello', 'en')).toBe('es')
  })
})
