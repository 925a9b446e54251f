/** The visual style of the web app, for the pages of the local provider. */
export const STYLE = `
  * { box-sizing: border-box; }
  body {
    margin: 0; min-height: 100svh; display: grid; place-items: center; padding: 2rem 1rem;
    background: radial-gradient(60rem 32rem at 50% 0, #4a0f1e73, transparent) no-repeat #0c0a10;
    color: #f4ede0; font: 1rem/1.6 Figtree, ui-sans-serif, system-ui, sans-serif;
  }
  main {
    position: relative; width: min(30rem, 100%); padding: 2.5rem 1.5rem; overflow-wrap: anywhere;
    background: #16111c; border: 1px solid #d8b56d66; border-radius: 3px;
    box-shadow: 0 1px 0 0 #ffffff0a inset, 0 24px 48px -24px #000000b3;
  }
  main::before {
    content: ''; position: absolute; inset: 0.5rem; border: 1px solid #d8b56d40; pointer-events: none;
  }
  .mark {
    width: fit-content; margin: 0 auto 1.5rem; padding: 0.25rem 1rem; text-align: center;
    color: #0c0a10; background: #f3c94f; border-radius: 3px;
    font-size: 0.875rem; font-weight: 600; letter-spacing: 0.06em;
  }
  h1 {
    margin: 0 0 0.75rem; font: 500 2rem/1.2 'Bodoni Moda', Didot, 'Bodoni MT', Georgia, serif;
    letter-spacing: -0.01em; text-align: center; text-wrap: balance;
  }
  p { margin: 0 0 1.5rem; color: #a79fae; text-align: center; }
  a { color: #d8b56d; text-underline-offset: 4px; }
  ul { list-style: none; margin: 0 0 1.5rem; padding: 0; display: grid; gap: 0.75rem; }
  button { width: 100%; min-height: 2.75rem; color: inherit; font: inherit; border-radius: 3px; cursor: pointer; }
  .account {
    display: grid; grid-template-columns: auto 1fr; column-gap: 1rem; align-items: center; padding: 0.75rem 1rem;
    text-align: left; background: #0c0a10; border: 1px solid #a79fae80; transition: border-color 200ms;
  }
  .initial {
    grid-row: span 2; display: grid; place-items: center; width: 2.75rem; height: 2.75rem;
    color: #f0d9a0; background: #4a0f1e; border: 1px solid #d8b56d99; border-radius: 50%;
    font-weight: 600; font-size: 1.25rem; line-height: 1;
  }
  .name { font-weight: 600; }
  .email { color: #a79fae; font-size: 0.875rem; }
  .email em { display: block; color: #f3c94f; font-style: normal; }
  .cancel { background: none; border: 1px solid #d8b56d80; color: #d8b56d; font-weight: 600; }
  .account:hover, .cancel:hover { border-color: #f0d9a0; }
  .cancel:hover { color: #f0d9a0; }
  :focus-visible { outline: 2px solid #f0d9a0; outline-offset: 3px; }
  @media (min-width: 40rem) { main { padding: 3.5rem 3rem; } }
  @media (prefers-reduced-motion: reduce) { * { transition: none; } }
`
