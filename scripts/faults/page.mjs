// Where a fault can be planted in the page's logic: every comparison, condition and number of its TypeScript, as JSON.
// Run: node page.mjs WEB
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";

const web = process.argv[2];
const ts = createRequire(join(process.cwd(), web, "package.json"))("typescript");
const K = ts.SyntaxKind;
const SWAPPED = new Map([
  [K.LessThanToken, ["comparison", "<="]],
  [K.LessThanEqualsToken, ["comparison", "<"]],
  [K.GreaterThanToken, ["comparison", ">="]],
  [K.GreaterThanEqualsToken, ["comparison", ">"]],
  [K.EqualsEqualsEqualsToken, ["comparison", "!=="]],
  [K.ExclamationEqualsEqualsToken, ["comparison", "==="]],
  [K.AmpersandAmpersandToken, ["and, or", "||"]],
  [K.BarBarToken, ["and, or", "&&"]],
  [K.MinusToken, ["arithmetic", "+"]],
  [K.AsteriskToken, ["arithmetic", "+"]],
]);

function* files(folder) {
  for (const one of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, one.name);
    if (one.isDirectory()) yield* files(path);
    else if (one.name.endsWith(".ts") && !one.name.endsWith(".test.ts") && !one.name.endsWith(".d.ts")) yield path;
  }
}

function* changes(node) {
  if (ts.isBinaryExpression(node) && SWAPPED.has(node.operatorToken.kind)) {
    const [kind, text] = SWAPPED.get(node.operatorToken.kind);
    yield [kind, `${node.left.getText()} ${text} ${node.right.getText()}`];
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken) {
    yield ["not", `!!${node.operand.getText()}`];
  } else if (ts.isConditionalExpression(node)) {
    yield ["condition", `${node.condition.getText()} ? ${node.whenFalse.getText()} : ${node.whenTrue.getText()}`];
  } else if (ts.isNumericLiteral(node)) {
    yield ["number", `${node.getText()} + 1`];
  }
}

const found = [];
for (const path of [...files(join(web, "src"))].sort()) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const visit = (node, name) => {
    if (ts.isTypeNode(node) || ts.isThrowStatement(node)) return;
    const named = ts.isFunctionLike(node) ? (node.name?.getText() ?? name) || "=>" : name;
    if (name) {
      for (const [kind, text] of changes(node)) {
        const start = node.getStart();
        const line = source.getLineAndCharacterOfPosition(start).line + 1;
        found.push({ file: relative(web, path), line, function: name, kind, start, end: node.end, old: node.getText(), new: `(${text})` });
      }
    }
    ts.forEachChild(node, (child) => visit(child, named));
  };
  visit(source, "");
}
console.log(JSON.stringify(found));
