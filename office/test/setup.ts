// Browsers offer it over https only. The office runs on plain http too.
Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true })
