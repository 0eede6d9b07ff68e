import { expect, it } from 'vitest';
import { ingressProblem } from './ingress.ts';

const OURS = { hostname: 'kb.example.com', port: 7420 };
const rule = (hostname: string, service: string, path = '') => ({ hostname, service, path });

it.each([
  ['localhost', [rule('kb.example.com', 'http://localhost:7420')]],
  ['127.0.0.1', [rule('kb.example.com', 'http://127.0.0.1:7420')]],
  ['IPv6', [rule('KB.Example.com', 'http://[::1]:7420')]],
  ['a wildcard', [rule('*.example.com', 'http://localhost:7420')]],
  ['everything', [rule('', 'http://localhost:7420')]],
  [
    'a rule before it for a path of its own',
    [rule('kb.example.com', 'http://localhost:9', '^/blog'), rule('*', 'http://localhost:7420')],
  ],
  [
    'another machine, such as a container: only a request can tell',
    [rule('kb.example.com', 'http://commonplace:8080')],
  ],
  ['a socket: only a request can tell', [rule('kb.example.com', 'unix:/run/commonplace.sock')]],
])('%s is right', (_what, rules) => {
  expect(ingressProblem(rules, OURS)).toBeNull();
});

it.each([
  ['nothing at all', [], 'does not send kb.example.com to this computer'],
  ['other names only', [rule('www.example.com', 'http://localhost:7420')], 'does not send kb.example.com'],
  [
    'a name that only ends alike',
    [rule('*.kb.example.com', 'http://localhost:7420')],
    'does not send kb.example.com',
  ],
  ['the usual last rule', [rule('', 'http_status:404')], 'does not send kb.example.com'],
  [
    'another port (desktop-shell §2.3)',
    [rule('kb.example.com', 'http://localhost:8080')],
    'The dashboard sends kb.example.com to port 8080, this server listens on 7420.',
  ],
  ['no port', [rule('kb.example.com', 'http://localhost')], 'to port 80, this server listens on 7420'],
  [
    'https',
    [rule('kb.example.com', 'https://localhost:7420')],
    'speaks https to this server, which speaks http',
  ],
  [
    'the first rule that matches counts',
    [rule('*', 'http://localhost:1'), rule('kb.example.com', 'http://localhost:7420')],
    'to port 1,',
  ],
])('%s is wrong, and the hint says what to enter', (_what, rules, words) => {
  const problem = ingressProblem(rules, OURS);
  expect(problem?.reason).toContain(words);
  expect(problem?.hint).toContain('send kb.example.com to the service http://localhost:7420');
});
