/** The words of actions that ask a patient, where the block has none of its own. */
import type { BotLanguage } from './limits.rules.ts'

/** Actions that stand until the patient answers. */
const ASKING: ReadonlySet<string> = new Set(['verify', 'offerTimes'])

export function asksPatient({ do: what }: { readonly do: string }): boolean {
  return ASKING.has(what)
}

const WORDS = {
  en: {
    code: 'If we have you on file, we texted a 6-digit code to your phone number there. Write the code here.',
    codeText: (clinic: string, code: string) =>
      `${code} is your code for ${clinic}. Nobody of the clinic asks you for it.`,
    wrongCode: 'That code is not right. Write the 6 digits again.',
    times: 'Choose a time for your visit.',
    taken: 'That time was just taken. Choose another one.',
    at: 'at',
    with: 'with',
  },
  es: {
    code: 'Si está en nuestro registro, le enviamos un código de 6 dígitos a su teléfono. Escriba el código aquí.',
    codeText: (clinic: string, code: string) =>
      `${code} es su código para ${clinic}. Nadie de la clínica se lo pedirá.`,
    wrongCode: 'Ese código no es correcto. Escriba otra vez los 6 dígitos.',
    times: 'Elija una hora para su cita.',
    taken: 'Esa hora se acaba de ocupar. Elija otra.',
    at: 'a las',
    with: 'con',
  },
} as const satisfies Record<BotLanguage, unknown>

export function actionWords(language: BotLanguage): (typeof WORDS)[BotLanguage] {
  return WORDS[language]
}
