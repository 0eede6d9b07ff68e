/** The host that no document may reach before its reader asks for it. */
export const CANARY = 'canary.example';

const URL_OF_CANARY = `https://${CANARY}`;
const RUN = "window.ran=1;alert('ran')";

const SCHEMES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java%0ascript:${RUN}`,
  `&#106;avascript:${RUN}`,
  `&#x6A;&#x61;vascript:${RUN}`,
  `javascript&colon;${RUN}`,
  ` javascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  `vbscript:${RUN}`,
  'file:///etc/passwd',
  'blob:https://canary.example/1',
  `//${CANARY}/protocol-relative`,
  '\\\\canary.example\\share',
  'app://desk/',
  'intent://canary.example#Intent;scheme=https;end',
];

const HTML = [
  `<script>${RUN}</script>`,
  `<script src="${URL_OF_CANARY}/a.js"></script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src="${URL_OF_CANARY}/pixel.png">`,
  `<svg onload="${RUN}"><script>${RUN}</script></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a></svg>`,
  `<math><mtext></table><mglyph><style><img src=x onerror="${RUN}">`,
  `<iframe src="${URL_OF_CANARY}"></iframe>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object data="${URL_OF_CANARY}/a.swf"></object><embed src="${URL_OF_CANARY}/b">`,
  `<meta http-equiv="refresh" content="0;url=${URL_OF_CANARY}">`,
  `<base href="${URL_OF_CANARY}/">`,
  `<link rel="stylesheet" href="${URL_OF_CANARY}/a.css">`,
  `<style>@import url(${URL_OF_CANARY}/a.css); body { background: url(${URL_OF_CANARY}/b) }</style>`,
  `<form action="${URL_OF_CANARY}"><input autofocus onfocus="${RUN}"><button>Go</button></form>`,
  `<details open ontoggle="${RUN}"><summary>x</summary>y</details>`,
  `<details><summary><img src=x onerror="${RUN}">Title</summary>\n\n<script>${RUN}</script>\n\n</details>`,
  `<video src="${URL_OF_CANARY}/v.mp4" autoplay></video><audio src="${URL_OF_CANARY}/a.mp3" autoplay></audio>`,
  `<x-mermaid source="graph TD"></x-mermaid><x-embed src="${URL_OF_CANARY}"></x-embed>`,
  `<a href="javascript:${RUN}" id="app" name="getElementById">clobber</a>`,
  `<template><img src=x onerror="${RUN}"></template><noscript><img src="${URL_OF_CANARY}/n"></noscript>`,
  `<input type="checkbox" onchange="${RUN}"> <button onclick="${RUN}">Press</button>`,
  `<!--><img src=x onerror="${RUN}">-->`,
  `<br onclick="${RUN}"> <kbd style="background:url(${URL_OF_CANARY}/k)">x</kbd>`,
];

const MERMAID = [
  `graph TD\n  A["<img src=x onerror=${RUN}>"] --> B`,
  `graph TD\n  A["<script>${RUN}</script>"] --> B`,
  `graph TD\n  A --> B\n  click A "javascript:${RUN}"`,
  `graph TD\n  A --> B\n  click A call alert(1)`,
  `graph TD\n  A["<img src='${URL_OF_CANARY}/m.png'>"] --> B`,
  `%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\ngraph TD\n  A["<img src=x onerror=${RUN}>"] --> B`,
  `%%{init: {"themeCSS": "* { background: url(${URL_OF_CANARY}/css) }"}}%%\ngraph TD\n  A --> B`,
  `%%{init: {"fontFamily": "x; } * { background: url(${URL_OF_CANARY}/font) }"}}%%\ngraph TD\n  A --> B`,
  `---\nconfig:\n  securityLevel: loose\n  theme: base\n  themeVariables:\n    primaryColor: "url(${URL_OF_CANARY}/p)"\n---\ngraph TD\n  A --> B`,
  `graph TD\n  A@{ img: "${URL_OF_CANARY}/i.png", label: "x" }`,
  `classDiagram\n  class A["<iframe src=${URL_OF_CANARY}>"]\n  link A "${URL_OF_CANARY}"`,
  `sequenceDiagram\n  A->>B: <img src=x onerror=${RUN}>\n  links A: {"x": "javascript:${RUN}"}`,
  `graph TD\n${Array.from({ length: 400 }, (_, n) => `  A${n} --> A${n + 1}`).join('\n')}`,
  'x '.repeat(30_000),
];

const BLOCKS = [
  `::embed[Gift]{src="javascript:${RUN}"}`,
  `::embed[Gift]{src="http://${CANARY}"}`,
  `::embed[Gift]{src="${URL_OF_CANARY}" height="99999999"}`,
  `::embed[Gift]{src="https://user:secret@${CANARY}/" onload="${RUN}"}`,
  `::video[Film]{src="javascript:${RUN}"}`,
  `::video[Film]{src="https://youtube.com.${CANARY}/watch?v=dQw4w9WgXcQ"}`,
  `::video[Film]{src="https://www.youtube.com/watch?v=%22%3E%3Cscript%3E"}`,
  `${URL_OF_CANARY}/watch?v=1`,
  `![pixel](${URL_OF_CANARY}/pixel.png)`,
  `![pixel][1]\n\n[1]: ${URL_OF_CANARY}/pixel.png`,
  '![svg](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)',
  `[![both](${URL_OF_CANARY}/p.png)](javascript:${RUN})`,
  `\`\`\`plantuml\n@startuml\n!include ${URL_OF_CANARY}/x.puml\nA -> B\n@enduml\n\`\`\``,
  '```decision\nstart: a\nnodes:\n  a: &a { ask: x, answers: { y: *a } }\n```',
  '```decision\nstart: __proto__\nnodes:\n  __proto__: { end: polluted }\n  constructor: { end: x }\n```',
  `:::details[<img src=x onerror="${RUN}">]{open onclick="${RUN}"}\nx\n:::`,
  `::::tabs\n:::tab[<svg onload="${RUN}">]{style="background:url(${URL_OF_CANARY})"}\nx\n:::\n::::`,
  `# <img src=x onerror="${RUN}">\n\n## __proto__\n\n## constructor`,
  `[^1] text\n\n[^1]: <script>${RUN}</script> [x](javascript:${RUN})`,
  `| <script>${RUN}</script> | b |\n| --- | --- |\n| <img src=x onerror="${RUN}"> | [x](javascript:${RUN}) |`,
  `- [ ] <img src=x onerror="${RUN}">`,
];

const BOMBS = [
  '> '.repeat(5_000) + 'deep',
  Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- deep`).join('\n'),
  `${':::note\n'.repeat(500)}deep`,
  `${'['.repeat(20_000)}deep${'](x)'.repeat(20_000)}`,
  '*a **a '.repeat(8_000),
  '<details>'.repeat(3_000),
  '`'.repeat(50_000),
  `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${`${'|b'.repeat(500)}|\n`.repeat(200)}`,
  'a'.repeat(1_000_000),
  '#'.repeat(1_000_000),
  '['.repeat(1_000_000),
  '\n'.repeat(1_000_000),
  '- x\n'.repeat(100_000),
];

/** Documents that try to run, load, navigate, or hold up their reader (security H1, H4), by what they try. */
export const HOSTILE_DOCUMENTS: readonly { name: string; content: string; isDiagram: boolean }[] = [
  ...SCHEMES.flatMap((scheme, index) => [
    { name: `link ${index}`, content: `[press](<${scheme}>) and <${scheme}>`, isDiagram: false },
  ]),
  ...SCHEMES.map((scheme, index) => ({
    name: `image ${index}`,
    content: `![look](<${scheme}>)\n\n[a]: <${scheme}>\n\n[a] ![a]`,
    isDiagram: false,
  })),
  ...HTML.map((html, index) => ({
    name: `html ${index}`,
    content: `Text ${html} text\n\n${html}`,
    isDiagram: false,
  })),
  ...MERMAID.map((source, index) => ({
    name: `diagram ${index}`,
    content: `\`\`\`mermaid\n${source}\n\`\`\``,
    isDiagram: true,
  })),
  ...BLOCKS.map((content, index) => ({ name: `block ${index}`, content, isDiagram: false })),
  ...BOMBS.map((content, index) => ({ name: `bomb ${index}`, content, isDiagram: false })),
];
